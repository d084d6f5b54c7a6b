import { serveBank } from '@jsonrpc-kit/example-bank';
import { closeOnSignals } from '@jsonrpc-kit/express';
import { createApp } from './create-app.js';
import { listen } from './listen.js';

await serveBank(async (bank, settings) => {
  const { server, address } = await listen(createApp(bank.api), settings);
  closeOnSignals(server, bank.api, { onClosed: () => bank.close() });
  return address;
});
