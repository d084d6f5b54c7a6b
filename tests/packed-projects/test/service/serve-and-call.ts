import { Api } from '@jsonrpc-kit/core';
import type { Running } from '../every-package/servers.js';
import { admin } from './admin.js';
import { bank } from './bank.js';
import { database, openDatabase } from './database.js';
import { callService } from './call-service.js';

// A failed commit is logged, and the program must print the report only.
const logger = { error: () => undefined, warn: () => undefined };

/**
 * Starts a server with the service, calls the service, and closes the server. Returns the responses,
 * and the names of the closed resources.
 */
export async function serveAndCall(
  start: (api: Api) => Promise<Running>,
): Promise<readonly unknown[]> {
  const closed: string[] = [];
  const api = new Api({ title: 'Bank', version: '1.0.0', logger })
    .bindEntrypoint(bank)
    .bindEntrypoint(admin);
  api.provide(database, {
    open: openDatabase,
    close: async ({ $client }) => {
      await $client.close();
      closed.push('database');
    },
  });

  const { address, close } = await start(api);
  const seen = await callService(address);
  await close();
  return [...seen, closed];
}
