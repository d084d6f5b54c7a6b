import { createServer } from 'node:http';
import { jsonRpc } from '@jsonrpc-kit/express';
import createExpress, { type ErrorRequestHandler, type Express } from 'express';
import type { Application, Around, Server } from './server.js';
import { serving } from './serving.js';

export const express: Server = {
  name: 'Express',
  answersItself: {},
  serve: (application) => serving(createServer(createApp(application))),
};

function createApp({ apis, around }: Application): Express {
  const app = createExpress();
  if (around !== undefined) surround(app, around);
  for (const { api, prefix = '/' } of apis) app.use(prefix, jsonRpc(api));
  app.get('/own', (_request, response) => {
    response.type('text').send('own');
  });
  app.get('/throws', () => {
    throw new Error('thrown');
  });
  app.use((_request, response) => {
    response.status(404).type('text').send("nobody's");
  });
  // Express tells it from other middleware by the number of its parameters.
  const onError: ErrorRequestHandler = (_error, _request, response, _next) => {
    response.status(500).type('text').send('handled');
  };
  return app.use(onError);
}

function surround(app: Express, { header: [name, value], told }: Around): void {
  app.use((request, response, next) => {
    told('request');
    if (request.get('refused') !== undefined) throw new Error('refused');
    response.setHeader(name, value);
    response.append('set-cookie', 'app=1');
    response.once('close', () => told('response'));
    next();
  });
}
