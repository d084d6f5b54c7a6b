import type { AddressInfo } from 'node:net';
import { serveBank } from '@jsonrpc-kit/example-bank';
import { closeOnSignals } from '@jsonrpc-kit/fastify';
import { createApp } from './create-app.js';

await serveBank(async (bank, settings) => {
  const app = createApp(bank);
  await app.listen(settings);
  closeOnSignals(app);
  return app.server.address() as AddressInfo;
});
