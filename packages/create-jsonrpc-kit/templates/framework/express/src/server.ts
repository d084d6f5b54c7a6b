import type { AddressInfo } from 'node:net';
import { serveHealth } from '@jsonrpc-kit/core/health';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/express';
import express from 'express';
import { createApi } from './api.js';

const {
  HOST: host = '127.0.0.1',
  PORT: port = '3000',
  SHUTDOWN_DELAY_MS: delay = '0',
} = process.env;

const api = createApi();
serveHealth(api);
const app = express();
app.use(jsonRpc(api));

await api.open();
const server = app.listen(Number(port), host, (error) => {
  if (error) throw error;
  const address = server.address() as AddressInfo;
  console.log(`Listening on http://${host}:${address.port}`);
});
// Longer than a proxy keeps idle connections, so that only the proxy closes them.
server.keepAliveTimeout = 65_000;
closeOnSignals(server, api, { shutdownDelay: Number(delay) });
