import { jsonRpc } from '@jsonrpc-kit/fastify';
import createFastify from 'fastify';
import type { Server } from './server.js';

export const fastify: Server = {
  name: 'Fastify',
  serve: async (api, prefix = '') => {
    const app = createFastify({ forceCloseConnections: true });
    await app.register(jsonRpc, { api, prefix });
    return {
      origin: await app.listen({ port: 0, host: '127.0.0.1' }),
      close: () => app.close(),
    };
  },
};
