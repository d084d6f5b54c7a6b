import { serveHealth } from '@jsonrpc-kit/core/health';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/fastify';
import fastify from 'fastify';
import { createApi } from './api.js';

const {
  HOST: host = '127.0.0.1',
  PORT: port = '3000',
  SHUTDOWN_DELAY_MS: delay = '0',
} = process.env;

const api = createApi();
serveHealth(api);
const app = fastify({
  // Longer than a proxy keeps idle connections, so that only the proxy closes them.
  keepAliveTimeout: 65_000,
  // Fastify would reject the requests to /live as well while it closes.
  return503OnClosing: false,
});
app.register(jsonRpc, { api });

const address = await app.listen({ host, port: Number(port) });
console.log(`Listening on ${address}`);
closeOnSignals(app, { shutdownDelay: Number(delay) });
