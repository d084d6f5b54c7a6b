import type { Server as HttpServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { jsonRpc } from '@jsonrpc-kit/core/fetch';
import type { Expected } from '../requests.js';
import type { Application, Server } from './server.js';
import { listen } from './listen.js';

/** Requests whose URL a fetch runtime has normalized before the api sees it. */
export const normalizedPaths: Readonly<Record<string, Expected>> = {
  dots: { status: 200 },
  'dots in front': { status: 200 },
  'a single dot': { status: 200 },
  'a single dot at the end': { status: 200 },
  'dots and a query': { status: 200 },
  'encoded dots': { status: 200 },
  'encoded dots to a page': { status: 200 },
  'dots to a page': { status: 200 },
  'half-encoded dots': { status: 200 },
  'dots in a whole URL': { status: 200 },
};

/** The fetch handler of the core, on a server that knows nothing but `Request` and `Response`. */
export const fetchHandler: Server = {
  name: 'core/fetch',
  // The server of Hono rejects requests whose target or host isn't valid in a URL.
  ownResponses: {
    ...normalizedPaths,
    'a backslash': { status: 400, body: '' },
    'an empty Host': { status: 400, body: '' },
    'a Host that is not a host': { status: 400, body: '' },
    'a Host with a user': { status: 400, body: '' },
    'a Host with an odd port': { status: 400, body: '' },
  },
  serve: async (application) => {
    const respond = createApp(application);
    return listen(
      createAdaptorServer({ fetch: async (request) => respond(request) }) as HttpServer,
    );
  },
};

type Respond = (request: Request) => Response | Promise<Response>;

/** An application of nothing but functions. It has no middleware, so it ignores that of others. */
function createApp({ apis }: Application): Respond {
  const handlers = apis.map(({ api, prefix }) =>
    jsonRpc(api, prefix === undefined || prefix === '' ? {} : { prefix }),
  );
  return handlers.reduceRight<Respond>(
    (others, handler) => (request) => handler(request, { next: () => others(request) }),
    () => new Response('not found', { status: 404, headers: { 'content-type': 'text/plain' } }),
  );
}
