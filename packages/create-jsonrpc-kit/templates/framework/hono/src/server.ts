import { serve } from '@hono/node-server';
import { serveHealth } from '@jsonrpc-kit/core/health';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';
import { createApi } from './api.js';

const {
  HOST: hostname = '127.0.0.1',
  PORT: port = '3000',
  SHUTDOWN_DELAY_MS: delay = '0',
} = process.env;

const api = createApi();
serveHealth(api);
const app = new Hono();
app.route('/', jsonRpc(api));

await api.open();
const server = serve(
  {
    fetch: app.fetch,
    hostname,
    port: Number(port),
    // Longer than a proxy keeps idle connections, so that only the proxy closes them.
    serverOptions: { keepAliveTimeout: 65_000 },
  },
  (address) => console.log(`Listening on http://${hostname}:${address.port}`),
);
closeOnSignals(server, api, { shutdownDelay: Number(delay) });
