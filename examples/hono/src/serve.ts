import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Bank, ServerSettings } from '@jsonrpc-kit/example-bank';
import { closeOnSignals } from '@jsonrpc-kit/hono';
import { createApp } from './create-app.js';

/** Serves the bank until the process receives a signal. */
export async function serve(bank: Bank, { port, host }: ServerSettings): Promise<AddressInfo> {
  const { fetch } = createApp(bank.api);
  const server = createAdaptorServer({ fetch });
  server.listen(port, host);
  await once(server, 'listening');
  closeOnSignals(server, bank.api, { onClosed: () => bank.close() });
  return server.address() as AddressInfo;
}
