import { randomUUID } from 'node:crypto';
import { Api, dependency, Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { idempotentCalls, type SqlExecutor } from '../src/index.js';
import { queue, runJobs } from '../src/jobs.js';
import type { PgBossModule } from '../src/jobs/pg-boss.js';
import type { TestDatabase, TestTransaction } from './databases.js';
import { notification, post } from './notify.js';

export interface JobLedgerOptions {
  readonly pgBoss: PgBossModule;
  /** The schema of the queue. */
  readonly schema: string;
  /** Wraps each transaction of the method, to plant failures. */
  readonly wrap?: ((transaction: TestTransaction) => TestTransaction) | undefined;
  /** Wraps the database of the queue, to plant failures. */
  readonly wrapQueue?: ((database: SqlExecutor) => SqlExecutor) | undefined;
}

/** An api with a durable method that writes amounts into a table. */
export interface JobLedger {
  /** Sends a durable notification that writes the amount. Returns the HTTP status. */
  readonly notify: (amount: number) => Promise<number>;
  /** The amounts that are committed. */
  readonly amounts: () => Promise<number[]>;
  /** The jobs that have neither succeeded nor used up their attempts. */
  readonly open: () => Promise<number>;
  /** The jobs in the dead-letter queue. */
  readonly dead: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Creates the tables of {@link openJobLedger}. */
export async function createJobTables(database: TestDatabase): Promise<void> {
  await database.executeSql('create table movement (ledger text, amount integer not null)', []);
  await idempotentCalls({
    transaction: dependency({}, () => database, { teardown: 'before-response' }),
    executor: (tx) => tx,
    caller: dependency({}, () => 1),
  }).createTable(database);
}

/** Opens a ledger with a queue that no other ledger has. */
export async function openJobLedger(
  database: TestDatabase,
  { pgBoss, schema, wrap = (tx) => tx, wrapQueue = (db) => db }: JobLedgerOptions,
): Promise<JobLedger> {
  const transaction = dependency(
    {},
    async function* transaction() {
      const tx = wrap(await database.begin());
      try {
        yield tx;
        await tx.commit();
      } catch (error) {
        await tx.rollback();
        throw error;
      }
    },
    { teardown: 'before-response' },
  );
  const id = `ledger-${randomUUID()}`;
  const caller = dependency({}, () => id, { name: 'caller' });
  const idempotent = idempotentCalls({ transaction, executor: (tx) => tx, caller });
  const own = queue(id, { attempts: 2, retryDelay: 0, lostAfter: 1_000, concurrency: 1 });
  const v1 = new Entrypoint('/rpc', { timeout: 900 });
  v1.method(
    'add',
    { args: { amount: v.number(), tx: transaction }, idempotent, notifications: { queue: own } },
    async ({ amount, tx }) => {
      await tx.executeSql('insert into movement (ledger, amount) values ($1, $2)', [id, amount]);
    },
  );
  const logger = { error: () => undefined, warn: () => undefined };
  const api = new Api({ logger }).bindEntrypoint(v1);
  runJobs(api, {
    database: wrapQueue(database.queueExecutor),
    schema,
    pgBoss,
    pollInterval: 500,
    recoveryInterval: 1_000,
  });
  await api.open();

  const count = async (name: string, states: readonly string[]): Promise<number> => {
    const text = `select 1 from ${schema}.job where name = $1 and state::text = any($2)`;
    return (await database.executeSql(text, [name, states])).rows.length;
  };
  const openStates = ['created', 'retry', 'active'];
  return {
    notify: async (amount) => {
      const idempotencyKey = `key-${amount}`;
      return (await post(api, notification('add', { amount }, { idempotencyKey }))).status;
    },
    amounts: async () => {
      const text = 'select amount from movement where ledger = $1';
      const { rows } = await database.executeSql(text, [id]);
      return (rows as { readonly amount: number }[]).map(({ amount }) => amount);
    },
    open: () => count(own.name, openStates),
    dead: () => count(own.deadLetters, openStates),
    close: () => api.close(),
  };
}
