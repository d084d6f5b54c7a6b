import { createServer } from 'node:http';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';
import { api } from './api.js';

const serveApi = jsonRpc(api);

const server = createServer((request, response) => {
  if (request.url === '/live') {
    response.end('live');
  } else if (request.url === '/ready') {
    response.writeHead(api.isShuttingDown ? 503 : 200);
    response.end(api.isShuttingDown ? 'shutting down' : 'ready');
  } else {
    serveApi(request, response);
  }
});

// Longer than the proxy keeps idle connections, so that the proxy closes them.
server.keepAliveTimeout = 65_000;

closeOnSignals(server, api, {
  // Milliseconds to keep serving after SIGTERM, until the proxy has stopped sending calls here.
  shutdownDelay: Number(process.env['SHUTDOWN_DELAY_MS'] ?? 0),
  timeout: 10_000,
});

await api.open();
server.listen(Number(process.env['PORT'] ?? 3000), process.env['HOST']);
