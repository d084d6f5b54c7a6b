import type { AddressInfo } from 'node:net';
import { type Bank, createBank } from '../create-bank.js';
import { databaseFromEnvironment } from '../database/database-from-environment.js';
import { noteAddress } from '../database/lock-folder.js';
import { apiAddresses, originOf } from './api-addresses.js';
import { listenError } from './listen-error.js';
import { type ServerSettings, serverSettings } from './server-settings.js';

/**
 * Runs a server's process: opens the bank, serves it, and prints its addresses. If anything fails, it
 * prints one line on standard error and exits with code 1.
 *
 * @param serve Starts the server and resolves to its address. On a signal it has to stop the server and
 *   close the bank.
 */
export async function serveBank(
  serve: (bank: Bank, settings: ServerSettings) => Promise<AddressInfo>,
): Promise<void> {
  try {
    await openAndServe(serve);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function openAndServe(serve: Parameters<typeof serveBank>[0]): Promise<void> {
  const settings = serverSettings(process.env);
  const database = databaseFromEnvironment(process.env);
  const bank = await createBank({ database });
  try {
    const address = await serve(bank, settings);
    if (database.folder !== undefined) await noteAddress(database.folder, originOf(address));
    // Scripts read the addresses, so nothing else goes to standard output.
    for (const url of apiAddresses(bank.api, address)) console.log(url);
  } catch (error) {
    // An open database would keep its folder locked.
    await bank.close();
    throw listenError(error, settings);
  }
}
