import { serveBank } from '@jsonrpc-kit/example-bank';
import { closeOnSignals } from '@jsonrpc-kit/fastify';
import { createApp } from './create-app.js';
import { listen } from './listen.js';

await serveBank(async (bank, settings) => {
  const app = createApp(bank);
  const address = await listen(app, settings);
  closeOnSignals(app);
  return address;
});
