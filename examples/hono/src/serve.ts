import type { AddressInfo } from 'node:net';
import type { Bank, ServerSettings } from '@jsonrpc-kit/example-bank';
import { closeOnSignals } from '@jsonrpc-kit/hono';
import { createApp } from './create-app.js';
import { listen } from './listen.js';

/** Serves the bank until the process receives a signal. */
export async function serve(bank: Bank, settings: ServerSettings): Promise<AddressInfo> {
  const { server, address } = await listen(createApp(bank.api), settings);
  closeOnSignals(server, bank.api, { onClosed: () => bank.close() });
  return address;
}
