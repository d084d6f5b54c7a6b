// The application before the move.
import { createServer, type Server } from 'node:http';
import bodyParser from 'body-parser';
import connect from 'connect';
import cors from 'cors';
import jayson from 'jayson/promise/index.js';
import { handlers } from './handlers.js';
import { requireToken } from './require-token.js';

export function createApp(): Server {
  const app = connect();
  app.use(cors({ origin: 'https://app.example', maxAge: 600 }));
  app.use(bodyParser.json({ limit: '1mb' }));
  app.use(requireToken);
  app.use('/rpc', new jayson.Server(handlers).middleware());
  return createServer(app);
}
