import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/express';
import express, { type Express } from 'express';

/** The whole application; other routes would stand beside the api's. */
export function createApp(api: Api): Express {
  const app = express();
  app.use(jsonRpc(api));
  app.get('/', (_request, response) => response.redirect('/docs'));
  return app;
}
