/** A server process of the bank, which `runKills` kills at random points. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createBank, databaseFromEnvironment } from '@jsonrpc-kit/example-bank';
import { replyToParent } from '../processes/reply-to-parent.js';
import { serveApi } from '../targets/kit.js';

const logger = {
  info: () => undefined,
  warn: () => undefined,
  error: (details: object, message: string) => console.error(message, details),
};
const { url, folder } = databaseFromEnvironment(process.env);
const pgBoss = process.env['KILL_PG_BOSS'] === '12' ? await import('pg-boss-12') : undefined;
const bank = await createBank({
  database: url === undefined ? { folder } : { url },
  jobs: { recoveryInterval: 2_000, pgBoss },
  logger,
});
const serve = await serveApi.node();
const server = await serve(bank.api);
await bank.api.open();
server.listen(Number(process.env['KILL_PORT']), '127.0.0.1');
await once(server, 'listening');

// Counts the jobs that have not succeeded, dead ones included.
replyToParent({ port: (server.address() as AddressInfo).port }, async () => {
  const [row] = await bank.database.query(
    `select count(*)::int as count from pgboss.job where state <> 'completed'`,
  );
  return Number(row?.['count']);
});

process.once('SIGTERM', () => void shutDown());

async function shutDown(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await bank.close({ timeout: 10_000 });
  process.disconnect();
}
