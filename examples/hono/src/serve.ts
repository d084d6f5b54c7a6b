import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Bank, ServerSettings } from '@jsonrpc-kit/example-bank';
import { closeOnSignals } from '@jsonrpc-kit/hono';
import { acceptWebSockets } from '@jsonrpc-kit/hono/websocket';
import { createApp } from './create-app.js';

/** Serves the bank, and the page in a folder if there is one, until the process receives a signal. */
export async function serve(
  bank: Bank,
  { port, host }: ServerSettings,
  page?: string,
): Promise<AddressInfo> {
  const { fetch } = createApp(bank.api, page);
  const server = createAdaptorServer({ fetch });
  acceptWebSockets(server, bank.api);
  server.listen(port, host);
  await once(server, 'listening');
  closeOnSignals(server, bank.api, { onClosed: () => bank.close() });
  return server.address() as AddressInfo;
}
