import openRpc from '@open-rpc/server-js';
import { methods } from './methods.mjs';

const { subtract, sum, get_data, update, notify_hello, notify_sum, throws } = methods(
  new Error('Invalid params'),
);

const number = { type: 'number' };
/** @param {string} name @param {object} schema */
const param = (name, schema) => ({ name, required: true, schema });
/** @param {string} name @param {readonly object[]} params */
const method = (name, params = []) => ({
  name,
  params,
  result: { name: 'result', schema: {} },
});

const server = new openRpc.Server({
  openrpcDocument: {
    openrpc: '1.2.6',
    info: { title: 'Audited', version: '1.0.0' },
    methods: [
      method('subtract', [param('minuend', number), param('subtrahend', number)]),
      method('sum'),
      method('get_data'),
      method('update'),
      method('notify_hello'),
      method('notify_sum'),
      method('throws', [param('secret', { type: 'string' })]),
    ],
  },
  methodMapping: {
    subtract: async (...terms) => subtract(terms),
    sum: async (...terms) => sum(terms),
    get_data: async () => get_data(),
    update: async () => update(),
    notify_hello: async () => notify_hello(),
    notify_sum: async () => notify_sum(),
    throws: async (secret) => throws({ secret }),
  },
  transportConfigs: [{ type: 'HTTPTransport', options: { port: 8000, middleware: [] } }],
});
await server.start();
