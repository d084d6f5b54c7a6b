import type { Server as HttpServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';
import type { Server } from './server.js';
import { serving } from './serving.js';

export const hono: Server = {
  name: 'Hono',
  serve: (api, prefix = '/') => {
    const { fetch } = new Hono().route(prefix, jsonRpc(api));
    // An adaptor server is one of node:http unless it is told otherwise.
    return serving(createAdaptorServer({ fetch }) as HttpServer);
  },
};
