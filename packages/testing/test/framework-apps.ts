import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import type { Api } from '@jsonrpc-kit/core';
import { adapterApi, type AdapterApi } from '@jsonrpc-kit/core/adapter';
import createExpress from 'express';
import createFastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import type { TestableApp } from '../src/index.js';

/** Creates a minimal app of a framework that serves an api. */
export interface FrameworkApp {
  readonly name: string;
  readonly create: (api: Api) => TestableApp;
}

// The real adapters are tested with the kit in their own packages.
export const frameworkApps: readonly FrameworkApp[] = [
  { name: 'an Api', create: (api) => api },
  { name: 'a Hono app', create: honoApp },
  { name: 'an Express app', create: expressApp },
  { name: 'a Fastify instance', create: fastifyApp },
  { name: 'a request listener', create: requestListener },
  { name: 'a request listener that calls next()', create: nextListener },
  { name: 'a server', create: (api) => createServer(requestListener(api)) },
];

interface Parts {
  readonly verb: string;
  readonly path: string;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

type ApiResponse = NonNullable<Awaited<ReturnType<AdapterApi['handle']>>>;

async function handle(api: Api, { body, ...parts }: Parts): Promise<ApiResponse | undefined> {
  return adapterApi(api).handle({
    ...parts,
    path: parts.path.replace(/\?.*/, ''),
    readBody: () => ({ kind: 'text', text: body }),
    signal: new AbortController().signal,
    native: undefined,
  });
}

function headersOf({ contentType, headers = [] }: ApiResponse): [string, string][] {
  const type: [string, string][] = contentType === undefined ? [] : [['content-type', contentType]];
  return [...type, ...Array.from(headers, ([name, value]): [string, string] => [name, value])];
}

export function honoApp(api: Api): Hono {
  const app = new Hono();
  app.all('*', async (c) => {
    const response = await handle(api, {
      verb: c.req.method,
      path: c.req.path,
      header: (name) => c.req.header(name),
      body: await c.req.text(),
    });
    if (response === undefined) return c.notFound();
    void response.onSent?.();
    const headers = new Headers();
    for (const [name, value] of headersOf(response)) headers.append(name, value);
    return new Response(String(response.body ?? '') || null, { status: response.status, headers });
  });
  return app;
}

export function expressApp(api: Api): RequestListener {
  return createExpress().use(requestListener(api));
}

export function fastifyApp(api: Api): FastifyInstance {
  const app = createFastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body);
  app.all('/*', async (request, reply) => {
    const response = await handle(api, {
      verb: request.method,
      path: request.url,
      header: (name) => request.headers[name] as string | undefined,
      body: (request.body as string | undefined) ?? '',
    });
    if (response === undefined) return reply.callNotFound();
    void response.onSent?.();
    for (const [name, value] of headersOf(response)) reply.header(name, value);
    return reply.code(response.status).send(response.body);
  });
  return app;
}

export function requestListener(api: Api): RequestListener {
  return (request: IncomingMessage, outgoing) => {
    void (async () => {
      const response = await handle(api, {
        verb: request.method ?? '',
        path: request.url ?? '',
        header: (name) => request.headers[name] as string | undefined,
        body: await text(request),
      });
      outgoing.statusCode = response?.status ?? 404;
      for (const [name, value] of response ? headersOf(response) : [])
        outgoing.appendHeader(name, value);
      outgoing.end(response?.body);
      void response?.onSent?.();
    })();
  };
}

/** Has the parameters of a middleware, like the listener of `@jsonrpc-kit/node`. */
function nextListener(api: Api) {
  const listener = requestListener(api);
  return (
    request: IncomingMessage,
    outgoing: ServerResponse & { readonly req: IncomingMessage },
    next?: () => void,
  ): void => {
    if (outgoing.writableEnded) next?.();
    else listener(request, outgoing);
  };
}
