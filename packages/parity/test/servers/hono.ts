import type { Server as HttpServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';
import type { Application, Around, Server } from './server.js';
import { serving } from './serving.js';

export const hono: Server = {
  name: 'Hono',
  // Its server makes a URL of the request, and rejects what it can't make one of.
  answersItself: {
    'a backslash': { status: 400, body: '' },
    'an empty Host': { status: 400, body: '' },
    'a Host that is no host': { status: 400, body: '' },
    'a Host with a user': { status: 400, body: '' },
    'a Host with an odd port': { status: 400, body: '' },
  },
  serve: (application) => {
    const { fetch } = createApp(application);
    // An adaptor server is one of node:http unless it is told otherwise.
    return serving(createAdaptorServer({ fetch }) as HttpServer);
  },
};

function createApp({ apis, around }: Application): Hono {
  const app = new Hono();
  if (around !== undefined) surround(app, around);
  for (const { api, prefix = '/' } of apis) app.route(prefix, jsonRpc(api));
  app.get('/own', (c) => c.text('own'));
  app.get('/throws', () => {
    throw new Error('thrown');
  });
  app.notFound((c) => c.text("nobody's", 404));
  app.onError((_error, c) => c.text('handled', 500));
  return app;
}

function surround(app: Hono, { header: [name, value], told }: Around): void {
  app.use(async (c, next) => {
    told('request');
    if (c.req.header('refused') !== undefined) throw new Error('refused');
    c.header(name, value);
    c.header('set-cookie', 'app=1', { append: true });
    await next();
    told('response');
  });
}
