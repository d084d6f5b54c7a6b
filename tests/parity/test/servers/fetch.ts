import type { Server as HttpServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { jsonRpc } from '@jsonrpc-kit/core/fetch';
import type { Expected } from '../requests.js';
import type { Application, Server } from './server.js';
import { listen } from './listen.js';

/** Responses to requests whose URL a fetch runtime normalizes before the api receives it. */
export const normalizedPaths: Readonly<Record<string, Expected>> = {
  'dot segments': { status: 200 },
  'dot segments at the start': { status: 200 },
  'a single-dot segment': { status: 200 },
  'a single-dot segment at the end': { status: 200 },
  'dot segments and a query': { status: 200 },
  'encoded dot segments': { status: 200 },
  'encoded dot segments before a page': { status: 200 },
  'dot segments before a page': { status: 200 },
  'half-encoded dot segments': { status: 200 },
  'dot segments in an absolute URL': { status: 200 },
};

/** The fetch handler of the core, on a server that only uses `Request` and `Response`. */
export const fetchHandler: Server = {
  name: 'core/fetch',
  // The Node server of Hono rejects requests whose target or host isn't valid in a URL.
  ownResponses: {
    ...normalizedPaths,
    'a backslash': { status: 400, body: '' },
    'an empty Host': { status: 400, body: '' },
    'a malformed Host': { status: 400, body: '' },
    'a Host with a user': { status: 400, body: '' },
    'a Host with an invalid port': { status: 400, body: '' },
  },
  serve: async (application) => {
    const respond = createApp(application);
    return listen(
      createAdaptorServer({ fetch: async (request) => respond(request) }) as HttpServer,
    );
  },
};

type Respond = (request: Request) => Response | Promise<Response>;

/** Creates an application of plain functions. It ignores `middleware`. */
function createApp({ apis }: Application): Respond {
  const handlers = apis.map(({ api, prefix }) =>
    jsonRpc(api, prefix === undefined || prefix === '' ? {} : { prefix }),
  );
  return handlers.reduceRight<Respond>(
    (others, handler) => (request) => handler(request, { next: () => others(request) }),
    () => new Response('not found', { status: 404, headers: { 'content-type': 'text/plain' } }),
  );
}
