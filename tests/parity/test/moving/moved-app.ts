// The application after the move.
import { createServer, type Server } from 'node:http';
import { Api, Entrypoint, RpcError } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import bodyParser from 'body-parser';
import connect from 'connect';
import cors from 'cors';
import { handlers } from './handlers.js';
import { requireToken } from './require-token.js';

export function createApp(): Server {
  const app = connect();
  app.use(cors({ origin: 'https://app.example', maxAge: 600 }));
  app.use(bodyParser.json({ limit: '1mb' }));
  app.use(requireToken);
  const rpc = new Entrypoint('/', {
    mapError: RpcError.from,
    methodRoutes: false,
    unknownMembers: 'ignore',
  });
  rpc.addHandlers(handlers, { params: 'array' });
  app.use('/rpc', jsonRpc(new Api().bindEntrypoint(rpc)));
  return createServer(app);
}
