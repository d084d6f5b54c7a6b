import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';
import { createApi } from './api.js';

const {
  HOST: host = '127.0.0.1',
  PORT: port = '3000',
  SHUTDOWN_DELAY_MS: delay = '0',
} = process.env;

const api = createApi();
const serveApi = jsonRpc(api);
const server = createServer((request, response) => {
  if (request.url === '/ready') response.writeHead(api.isShuttingDown ? 503 : 200).end();
  else serveApi(request, response);
});

await api.open();
server.listen(Number(port), host, () => {
  const address = server.address() as AddressInfo;
  console.log(`Listening on http://${host}:${address.port}`);
});
closeOnSignals(server, api, { shutdownDelay: Number(delay) });
