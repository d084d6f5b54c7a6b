import { Api } from '@jsonrpc-kit/core';
import { servers } from '../every-package/servers.js';
import { admin } from './admin.js';
import { bank } from './bank.js';
import { database, openDatabase } from './database.js';
import { visit } from './visit.js';

// The failure of a commit is logged, and the report shall be all that the program prints.
const logger = { error: () => undefined, warn: () => undefined };

const report: Record<string, unknown> = {};
for (const [name, start] of Object.entries(servers)) {
  const closed: string[] = [];
  const api = new Api({ title: 'Bank', version: '1.0.0', logger })
    .bindEntrypoint(bank)
    .bindEntrypoint(admin);
  api.provide(database, openDatabase, async ({ $client }) => {
    await $client.close();
    closed.push('database');
  });

  const { address, close } = await start(api);
  const seen = await visit(address);
  await close();
  report[name] = [...seen, closed];
}
console.log(JSON.stringify(report));
