import { createServer } from 'node:http';
import { jsonRpc } from '@jsonrpc-kit/express';
import { acceptWebSockets } from '@jsonrpc-kit/express/websocket';
import createExpress, { type ErrorRequestHandler, type Express } from 'express';
import type { Application, ApplicationMiddleware, Server } from './server.js';
import { listen } from './listen.js';

export const express: Server = {
  name: 'Express',
  ownResponses: {},
  serve: (application) => {
    const server = createServer(createApp(application));
    if (application.webSockets) {
      for (const { api } of application.apis) acceptWebSockets(server, api);
    }
    return listen(server);
  },
};

function createApp({ apis, middleware }: Application): Express {
  const app = createExpress();
  if (middleware !== undefined) addMiddleware(app, middleware);
  for (const { api, prefix = '/' } of apis) app.use(prefix, jsonRpc(api));
  app.get('/own', (_request, response) => {
    response.type('text').send('own');
  });
  app.get('/throws', () => {
    throw new Error('thrown');
  });
  app.use((_request, response) => {
    response.status(404).type('text').send('not found');
  });
  // Express recognizes an error handler by its four parameters.
  const onError: ErrorRequestHandler = (_error, _request, response, _next) => {
    response.status(500).type('text').send('handled');
  };
  return app.use(onError);
}

function addMiddleware(
  app: Express,
  { header: [name, value], onEvent }: ApplicationMiddleware,
): void {
  app.use((request, response, next) => {
    onEvent('request');
    if (request.get('rejected') !== undefined) throw new Error('rejected');
    response.setHeader(name, value);
    response.append('set-cookie', 'app=1');
    response.once('close', () => onEvent('response'));
    next();
  });
}
