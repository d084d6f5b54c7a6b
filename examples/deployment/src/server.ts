import { createServer } from 'node:http';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';
import { api } from './api.js';

const server = createServer(jsonRpc(api));

// Longer than the proxy keeps idle connections, so that the proxy closes them.
server.keepAliveTimeout = 65_000;

closeOnSignals(server, api, {
  // Milliseconds to keep serving after SIGTERM, until the proxy has stopped sending calls here.
  shutdownDelay: Number(process.env['SHUTDOWN_DELAY_MS'] ?? 0),
  timeout: 10_000,
});

await api.open();
server.listen(Number(process.env['PORT'] ?? 3000), process.env['HOST'] ?? '127.0.0.1');
