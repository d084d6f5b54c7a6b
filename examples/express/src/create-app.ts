import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/express';
import express, { type Express } from 'express';

/** The whole application. Add other routes beside those of the api. */
export function createApp(api: Api): Express {
  const app = express();
  app.use(jsonRpc(api));
  app.get('/', (_request, response) => response.redirect('/docs'));
  return app;
}
