import { serveStatic } from '@hono/node-server/serve-static';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';

/**
 * The whole application. Add other routes beside those of the api.
 *
 * @param page the folder of a web page. Default: none
 */
export function createApp(api: Api, page?: string): Hono {
  const app = new Hono();
  app.route('/', jsonRpc(api));
  if (page === undefined) app.get('/', (c) => c.redirect('/docs'));
  else app.use(serveStatic({ root: page }));
  return app;
}
