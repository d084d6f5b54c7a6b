import { createServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc as nodeListener } from '@jsonrpc-kit/node';
import { Hono } from 'hono';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { jsonRpc } from '../src/json-rpc.js';

/** Serves an api without a framework until the test ends. */
export function serveOnNodeHttp(api: Api): Promise<number> {
  return listen(createServer(nodeListener(api)));
}

/** Serves an app on Node until the test ends. */
export function serveOnNode(app: Hono): Promise<number> {
  return listen(createAdaptorServer({ fetch: app.fetch }));
}

/** Serves an app as a fetch runtime does: it sees a `Request`, but no Node bindings. */
export function serveFetch(app: Hono): Promise<number> {
  return listen(createAdaptorServer({ fetch: (request) => app.fetch(request) }));
}

/** Servers that must respond to the same bytes with the same bytes. */
export const servers: Readonly<Record<string, (api: Api) => Promise<number>>> = {
  'node:http': serveOnNodeHttp,
  'Hono on Node': (api) => serveOnNode(new Hono().route('/', jsonRpc(api))),
  'Hono as a fetch handler': (api) => serveFetch(new Hono().route('/', jsonRpc(api))),
};
