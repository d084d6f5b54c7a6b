import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';
import { api } from './api.js';

const serveApi = jsonRpc(api);
let isReady = true;

const server = createServer((request, response) => {
  if (request.url === '/live') {
    response.end('live');
  } else if (request.url === '/ready') {
    response.writeHead(isReady ? 200 : 503).end(isReady ? 'ready' : 'draining');
  } else {
    serveApi(request, response);
  }
});

// Longer than the proxy keeps idle connections, so that the proxy closes them.
server.keepAliveTimeout = 65_000;

const close = closeOnSignals(server, api, { signals: ['SIGINT'], timeout: 10_000 });

/** How long the process keeps serving while the proxy learns that it is no longer ready. */
const drainTime = Number(process.env['DRAIN_MS'] ?? 0);

process.on('SIGTERM', () => {
  if (isReady) void drain();
});

async function drain(): Promise<void> {
  isReady = false;
  await setTimeout(drainTime);
  await close();
}

await api.open();
server.listen(Number(process.env['PORT'] ?? 3000), process.env['HOST']);
