import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';

/** The whole application. Add other routes beside those of the api. */
export function createApp(api: Api): Hono {
  const app = new Hono();
  app.route('/', jsonRpc(api));
  app.get('/', (c) => c.redirect('/docs'));
  return app;
}
