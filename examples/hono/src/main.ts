import {
  apiAddresses,
  createBank,
  databaseFromEnvironment,
  serverSettings,
} from '@jsonrpc-kit/example-bank';
import { closeOnSignals } from '@jsonrpc-kit/hono';
import { createApp } from './create-app.js';
import { listen } from './listen.js';

/** Opens the bank and serves it until a signal ends it. */
async function serveBank(): Promise<void> {
  const settings = serverSettings(process.env);
  const bank = await createBank({ database: databaseFromEnvironment(process.env) });
  try {
    const { server, address } = await listen(createApp(bank.api), settings);
    closeOnSignals(server, bank.api, { onClosed: () => bank.close() });
    // Standard output has the addresses and nothing else, for people and for scripts.
    for (const url of apiAddresses(bank.api, address)) console.log(url);
  } catch (error) {
    // Nobody can reach it, and an open database would keep its folder.
    await bank.close();
    throw error;
  }
}

try {
  await serveBank();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
