import type { AddressInfo } from 'node:net';
import { type Bank, createBank } from '../create-bank.js';
import { databaseFromEnvironment } from '../database/database-from-environment.js';
import { noteAddress } from '../database/lock-folder.js';
import { apiAddresses, originOf } from './api-addresses.js';
import { type ServerSettings, serverSettings } from './server-settings.js';

/**
 * The whole of a server's process: opens the bank, has it served, and prints where. What `serve`
 * begins has to end on a signal, and to close the bank then. Where anything fails, that is said in
 * one line on standard error, and the process exits with code 1.
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
    // Standard output has the addresses and nothing else, for people and for scripts.
    for (const url of apiAddresses(bank.api, address)) console.log(url);
  } catch (error) {
    // Nobody can reach it, and an open database would keep its folder.
    await bank.close();
    throw error;
  }
}
