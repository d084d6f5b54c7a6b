import type { Server as HttpServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { acceptWebSockets } from '@jsonrpc-kit/hono/websocket';
import { Hono } from 'hono';
import type { Application, ApplicationMiddleware, Server } from './server.js';
import { listen } from './listen.js';

export const hono: Server = {
  name: 'Hono',
  // The Node server of Hono rejects requests whose target or host isn't valid in a URL.
  ownResponses: {
    'a backslash': { status: 400, body: '' },
    'an empty Host': { status: 400, body: '' },
    'a malformed Host': { status: 400, body: '' },
    'a Host with a user': { status: 400, body: '' },
    'a Host with an invalid port': { status: 400, body: '' },
  },
  serve: (application) => {
    const { fetch } = createApp(application);
    // By default, `createAdaptorServer` creates a server of node:http.
    const server = createAdaptorServer({ fetch }) as HttpServer;
    if (application.webSockets) {
      for (const { api } of application.apis) acceptWebSockets(server, api);
    }
    return listen(server);
  },
};

function createApp({ apis, middleware }: Application): Hono {
  const app = new Hono();
  if (middleware !== undefined) addMiddleware(app, middleware);
  for (const { api, prefix = '/' } of apis) app.route(prefix, jsonRpc(api));
  app.get('/own', (c) => c.text('own'));
  app.get('/throws', () => {
    throw new Error('thrown');
  });
  app.notFound((c) => c.text('not found', 404));
  app.onError((_error, c) => c.text('handled', 500));
  return app;
}

function addMiddleware(app: Hono, { header: [name, value], onEvent }: ApplicationMiddleware): void {
  app.use(async (c, next) => {
    onEvent('request');
    if (c.req.header('rejected') !== undefined) throw new Error('rejected');
    c.header(name, value);
    c.header('set-cookie', 'app=1', { append: true });
    await next();
    onEvent('response');
  });
}
