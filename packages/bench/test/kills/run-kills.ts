import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Database, type DatabaseOptions, openDatabase } from '@jsonrpc-kit/example-bank';
import { Child } from '../../src/processes/child.js';
import { callBank, type Movement, Observations } from './load.js';

export interface KillOptions {
  readonly database: DatabaseOptions;
  /** The number of server processes. */
  readonly servers: number;
  /** The number of kills, each of one process. */
  readonly kills: number;
  /** The number of clients that call at once. */
  readonly clients: number;
  /** Runs the servers with pg-boss 12 on this binary of Node. Default: pg-boss 10. */
  readonly version12?: { readonly node: string } | undefined;
}

/** The numbers of a run, and everything that is wrong in the database. */
export interface KillReport {
  readonly kills: number;
  readonly requests: number;
  readonly brokenRequests: number;
  readonly acknowledgedCalls: number;
  readonly acceptedNotifications: number;
  readonly recordedKeys: number;
  readonly problems: readonly string[];
}

interface Server {
  child: Child;
  readonly url: string;
}

/** Kills servers of the bank under load. Then compares the database with what the clients observed. */
export async function runKills({
  database,
  servers: count,
  kills,
  clients,
  version12,
}: KillOptions): Promise<KillReport> {
  const start = (port = 0): Promise<Child> =>
    Child.start('kills/server.js', {
      node: version12?.node,
      env: {
        KILL_PORT: String(port),
        KILL_PG_BOSS: version12 === undefined ? '10' : '12',
        BANK_DATA: database.folder ?? '',
        DATABASE_URL: database.url ?? '',
      },
    });
  const servers = await Promise.all(
    Array.from({ length: count }, async (): Promise<Server> => {
      const child = await start();
      return { child, url: `http://127.0.0.1:${child.ready.port}/api/v1/jsonrpc` };
    }),
  );
  const seen = new Observations();
  const controller = new AbortController();
  const urls = servers.map(({ url }) => url) as [string, ...string[]];
  const load = Promise.all(
    Array.from({ length: clients }, () => callBank(urls, seen, controller.signal)),
  );
  for (let killed = 0; killed < kills; killed += 1) {
    // Waits for a success, so that each kill interrupts a server that works.
    const before = seen.successes;
    while (seen.successes === before) await setTimeout(5);
    await setTimeout(randomInt(300));
    const server = servers[killed % servers.length];
    if (server === undefined) break;
    const { port } = server.child.ready;
    await server.child.stop('SIGKILL');
    server.child = await start(port);
    if ((killed + 1) % 50 === 0) console.info(`${killed + 1} kills, ${seen.requests} requests`);
  }
  controller.abort();
  await load;
  const problems = [...(await waitForJobs(servers))];
  for (const { child } of servers) {
    const exit = await child.stop('SIGTERM');
    if (exit !== 0) problems.push(`A server ended with ${exit}:\n${child.log.text}`);
  }
  const audited = await openDatabase(database);
  try {
    problems.push(...(await findProblems(audited, seen)));
    if (problems.length > 0) console.info(servers.map(({ child }) => child.log.text).join('\n'));
    return {
      kills,
      requests: seen.requests,
      brokenRequests: seen.broken,
      acknowledgedCalls: seen.acknowledged.size,
      acceptedNotifications: seen.accepted.size,
      recordedKeys: await countOf(audited, 'jsonrpc_idempotent_calls'),
      problems,
    };
  } finally {
    await audited.close();
  }
}

/** Waits until no job is left, for longer than a lost job needs to be found and retried. */
async function waitForJobs(servers: readonly Server[]): Promise<readonly string[]> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const open = await servers[0]?.child.ask<number>('open jobs');
    if (open === 0) return [];
    if (Date.now() > deadline) return [`${String(open)} jobs are stuck`];
    await setTimeout(200);
  }
}

async function findProblems(database: Database, seen: Observations): Promise<string[]> {
  const problems = [
    ...seen.unanswered.map((call) => `no response: ${call}`),
    ...seen.unexpected.map((error) => `unexpected: ${error}`),
    ...seen.duplicates.map((id) => `movement ${id} was the result of two calls`),
  ];
  const rows = await database.query(
    `select id, from_account as "from", to_account as "to", amount from movement order by id`,
  );
  const movements = new Map(
    (rows as unknown as readonly (Movement & { id: number })[]).map((row) => [row.id, row]),
  );
  for (const [id, { from, to, amount }] of seen.acknowledged) {
    const row = movements.get(id);
    if (row === undefined) problems.push(`movement ${id} was acknowledged, but is not recorded`);
    else if (row.from !== from || row.to !== to || row.amount !== amount) {
      problems.push(`movement ${id} differs from the call that it was the result of`);
    }
    movements.delete(id);
  }
  if (movements.size !== SEED_MOVEMENTS) {
    problems.push(
      `${movements.size - SEED_MOVEMENTS} movements were recorded, but not acknowledged`,
    );
  }
  const wrong = await database.query(
    `select id from account where balance <> (
      select coalesce(sum(case when to_account = account.id then amount else -amount end), 0)
      from movement where account.id in (from_account, to_account)
    )`,
  );
  problems.push(...wrong.map(({ id }) => `the movements of ${String(id)} do not add up`));

  const statements = await database.query(
    'select reference, count(*)::int as count from sent_statement group by reference',
  );
  const counts = new Map(statements.map(({ reference, count }) => [reference, Number(count)]));
  for (const reference of seen.accepted) {
    const count = counts.get(reference);
    if (count !== 1) problems.push(`statement ${reference} was sent ${count ?? 0} times`);
  }
  if (counts.size !== seen.accepted.size) {
    problems.push(`${counts.size - seen.accepted.size} statements were sent, but not accepted`);
  }
  return problems;
}

/** The deposits of the demo customers. */
const SEED_MOVEMENTS = 3;

async function countOf(database: Database, table: string): Promise<number> {
  const [row] = await database.query(`select count(*)::int as count from ${table}`);
  return Number(row?.['count']);
}
