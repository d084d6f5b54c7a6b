import type { Bank } from '@jsonrpc-kit/example-bank';
import { jsonRpc } from '@jsonrpc-kit/fastify';
import createFastify, { type FastifyInstance } from 'fastify';

/** The whole application, the bank's end with it; other routes would stand beside the api's. */
export function createApp(bank: Bank): FastifyInstance {
  const app = createFastify();
  app.register(jsonRpc, { api: bank.api });
  app.get('/', (_request, reply) => reply.redirect('/docs'));
  app.addHook('onClose', () => bank.close());
  return app;
}
