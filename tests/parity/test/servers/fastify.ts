import type { AddressInfo } from 'node:net';
import { jsonRpc } from '@jsonrpc-kit/fastify';
import { webSockets } from '@jsonrpc-kit/fastify/websocket';
import createFastify, { type FastifyInstance } from 'fastify';
import type { Application, ApplicationMiddleware, Server } from './server.js';

export const fastify: Server = {
  name: 'Fastify',
  ownResponses: {
    'a malformed escape': { status: 400 },
    'half an escape': { status: 400 },
    'an escape that is not UTF-8': { status: 400 },
  },
  serve: async (application) => {
    const app = createFastify();
    build(app, application);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return {
      port: (app.server.address() as AddressInfo).port,
      close: async () => {
        app.server.closeAllConnections();
        await app.close();
      },
    };
  },
};

function build(
  app: FastifyInstance,
  { apis, middleware, webSockets: areAccepted }: Application,
): void {
  if (middleware !== undefined) addMiddleware(app, middleware);
  for (const { api, prefix = '' } of apis) app.register(jsonRpc, { api, prefix });
  if (areAccepted) for (const { api } of apis) app.register(webSockets, { api });
  app.get('/own', (_request, reply) => reply.type('text/plain').send('own'));
  app.get('/throws', () => {
    throw new Error('thrown');
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('not found'));
  app.setErrorHandler((_error, _request, reply) =>
    reply.code(500).type('text/plain').send('handled'),
  );
}

function addMiddleware(
  app: FastifyInstance,
  { header: [name, value], onEvent }: ApplicationMiddleware,
): void {
  app.addHook('onRequest', async (request, reply) => {
    onEvent('request');
    if (request.headers['rejected'] !== undefined) throw new Error('rejected');
    reply.header(name, value);
    reply.header('set-cookie', 'app=1');
  });
  app.addHook('onResponse', async () => onEvent('response'));
}
