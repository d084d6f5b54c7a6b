import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveHealth } from '@jsonrpc-kit/core/health';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';
import { createApi } from './api.js';

const {
  HOST: host = '127.0.0.1',
  PORT: port = '3000',
  SHUTDOWN_DELAY_MS: delay = '0',
} = process.env;

const api = createApi();
serveHealth(api);
const server = createServer(jsonRpc(api));

await api.open();
server.listen(Number(port), host, () => {
  const address = server.address() as AddressInfo;
  console.log(`Listening on http://${host}:${address.port}`);
});
// Longer than a proxy keeps idle connections, so that only the proxy closes them.
server.keepAliveTimeout = 65_000;
closeOnSignals(server, api, { shutdownDelay: Number(delay) });
