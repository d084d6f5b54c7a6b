import type { Bank } from '@jsonrpc-kit/example-bank';
import { jsonRpc } from '@jsonrpc-kit/fastify';
import { webSockets } from '@jsonrpc-kit/fastify/websocket';
import createFastify, { type FastifyInstance } from 'fastify';

/** The whole application, which closes the bank with it. Add other routes beside those of the api. */
export function createApp(bank: Bank): FastifyInstance {
  const app = createFastify();
  app.register(jsonRpc, { api: bank.api });
  app.register(webSockets, { api: bank.api });
  app.get('/', (_request, reply) => reply.redirect('/docs'));
  app.addHook('onClose', () => bank.close());
  return app;
}
