import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveBank } from '@jsonrpc-kit/example-bank';
import { closeOnSignals } from '@jsonrpc-kit/express';
import { acceptWebSockets } from '@jsonrpc-kit/express/websocket';
import { createApp } from './create-app.js';

await serveBank(async (bank, { port, host }) => {
  const server = createServer(createApp(bank.api));
  acceptWebSockets(server, bank.api);
  server.listen(port, host);
  await once(server, 'listening');
  closeOnSignals(server, bank.api, { onClosed: () => bank.close() });
  return server.address() as AddressInfo;
});
