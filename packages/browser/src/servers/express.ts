import { createServer } from 'node:http';
import { jsonRpc } from '@jsonrpc-kit/express';
import createExpress from 'express';
import type { Server } from './server.js';
import { serving } from './serving.js';

export const express: Server = {
  name: 'Express',
  serve: (api, prefix = '/') => {
    const app = createExpress();
    app.use(prefix, jsonRpc(api));
    return serving(createServer(app));
  },
};
