import {
  Api,
  backgroundTasks,
  type Dependency,
  dependency,
  Entrypoint,
  transactionDependency,
} from '@jsonrpc-kit/core';
import type {
  RunInTransaction,
  TransactionResult,
  TransactionRetryOptions,
} from '@jsonrpc-kit/core/types';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { knex, type Knex } from 'knex';
import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import postgres from 'postgres';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import {
  drizzleExecutor,
  idempotentCalls,
  kyselyExecutor,
  pgExecutor,
  type SqlExecutor,
} from './index.js';

const url = process.env['DATABASE_URL'] ?? '';
const schema = `conflicts_${process.pid}`;
const pool = new Pool({ connectionString: url, options: `-csearch_path=${schema}`, max: 20 });
const knexDatabase = knex({
  client: 'pg',
  connection: url,
  searchPath: [schema],
  pool: { min: 0, max: 20 },
});

const postgresJs = postgres(url, {
  max: 20,
  connection: { search_path: schema },
  onnotice: () => undefined,
});

type Begin<Tx> = (run: RunInTransaction) => Promise<TransactionResult<Tx>>;

/** A library that begins serializable transactions. */
interface Library<Tx> {
  readonly begin: Begin<Tx>;
  readonly executor: (tx: Tx) => SqlExecutor;
}

async function inTransaction<Result>(
  run: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level serializable');
    const result = await run(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });

/** Knex has only placeholders without a number. */
function knexExecutor(tx: Knex): SqlExecutor {
  return {
    executeSql: (text, values) => {
      const bindings: Knex.RawBinding[] = [];
      const positional = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
        bindings.push((values[Number(number) - 1] ?? null) as Knex.RawBinding);
        return '?';
      });
      return tx.raw(positional, bindings);
    },
  };
}

const libraries: Readonly<Record<string, (retry?: TransactionRetryOptions) => Api>> = {
  pg: (retry) => createApi({ begin: (run) => inTransaction(run), executor: pgExecutor }, retry),
  Drizzle: (retry) =>
    createApi(
      {
        begin: (run) => drizzle(pool).transaction(run, { isolationLevel: 'serializable' }),
        executor: (tx) => drizzleExecutor(tx, drizzleSql),
      },
      retry,
    ),
  Kysely: (retry) =>
    createApi(
      {
        begin: (run) => kysely.transaction().setIsolationLevel('serializable').execute(run),
        executor: (tx) => kyselyExecutor(tx, kyselySql),
      },
      retry,
    ),
  Knex: (retry) =>
    createApi(
      {
        begin: (run) => knexDatabase.transaction(run, { isolationLevel: 'serializable' }),
        executor: knexExecutor,
      },
      retry,
    ),
  'postgres.js': (retry) =>
    createApi(
      {
        begin: (run) => postgresJs.begin('isolation level serializable', run),
        executor: (tx) => ({
          executeSql: async (text, values) => ({
            rows: await tx.unsafe<object[]>(text, values as postgres.ParameterOrJSON<never>[]),
          }),
        }),
      },
      retry,
    ),
};

const caller = dependency({}, () => 'ann');
let ranTasks = 0;
let attempts = 0;

/** Creates an api whose method reads two accounts, writes both and adds a line to the books. */
function createApi<Tx>({ begin, executor }: Library<Tx>, retry?: TransactionRetryOptions): Api {
  const transaction: Dependency<Tx> = transactionDependency({}, (_, run) => begin(run), { retry });
  const idempotent = idempotentCalls({ transaction, executor, caller });
  const args = { from: v.number(), to: v.number(), tx: transaction, tasks: backgroundTasks };
  const bank = new Entrypoint('/rpc');
  bank.method('transfer', { args, idempotent }, async ({ from, to, tx, tasks }) => {
    attempts += 1;
    tasks.add(() => {
      ranTasks += 1;
    });
    const database = executor(tx);
    for (const [id, change] of [
      [from, -1],
      [to, 1],
    ]) {
      const { rows } = await database.executeSql('select balance from account where id = $1', [id]);
      const { balance } = rows[0] as { balance: number };
      const changed = balance + (change ?? 0);
      await database.executeSql('update account set balance = $1 where id = $2', [changed, id]);
    }
    await database.executeSql('insert into booking values ($1, $2)', [from, to]);
    return 'done';
  });
  const logger = { error: () => undefined, warn: () => undefined };
  return new Api({ logger }).bindEntrypoint(bank);
}

const ACCOUNTS = 4;
const CALLS = 40;
const MANY_ACCOUNTS = 20;
/** The full number of transfers is 10,000. */
const TRANSFERS = Number(process.env['TRANSFERS'] ?? 300);

/** Sends the transfers at once, each to another account. Returns the codes of their errors by transfer. */
async function transferAll(
  client: JsonRpcTestClient,
  indexes: readonly number[],
  keys?: readonly string[],
): Promise<readonly (number | undefined)[]> {
  return Promise.all(
    indexes.map(async (index) => {
      const params = { from: index % ACCOUNTS, to: (index + 1) % ACCOUNTS };
      const envelope = keys && { idempotencyKey: keys[index] };
      const { error } = await client.jsonrpc('transfer', params, { envelope });
      return error?.code;
    }),
  );
}

async function books(): Promise<{ bookings: number; balances: readonly number[] }> {
  const bookings = await pool.query<{ count: string }>('select count(*) from booking');
  const accounts = await pool.query<{ balance: number }>('select balance from account order by id');
  return {
    bookings: Number(bookings.rows[0]?.count),
    balances: accounts.rows.map(({ balance }) => balance),
  };
}

/** The balances after the transfers. */
function expectedBalances(indexes: readonly number[]): number[] {
  const balances = Array.from({ length: ACCOUNTS }, () => 100);
  for (const index of indexes) {
    balances[index % ACCOUNTS] = (balances[index % ACCOUNTS] ?? 0) - 1;
    balances[(index + 1) % ACCOUNTS] = (balances[(index + 1) % ACCOUNTS] ?? 0) + 1;
  }
  return balances;
}

const all = Array.from({ length: CALLS }, (_, index) => index);
const CONFLICT = -32014;

async function reset(accounts: number): Promise<void> {
  ranTasks = 0;
  attempts = 0;
  await pool.query(`
    drop schema if exists ${schema} cascade;
    create schema ${schema};
    create table account (id int primary key, balance int not null);
    create table booking (debtor int not null, creditor int not null);
    insert into account select id, 100 from generate_series(0, ${accounts - 1}) id;
  `);
  await idempotentCalls({
    transaction: transactionDependency({}, (_, run) => inTransaction(run)),
    executor: pgExecutor,
    caller,
  }).createTable(pgExecutor(pool));
}

if (!url) {
  console.info(
    'Left out: conflicts on a PostgreSQL server. To test them: DATABASE_URL=postgres://user@host/database npm test',
  );
}

afterAll(async () => {
  if (url) await pool.query(`drop schema if exists ${schema} cascade`);
  await knexDatabase.destroy();
  await postgresJs.end();
  await pool.end();
});

describe.runIf(url).each(Object.entries(libraries))(
  '40 transfers between 4 accounts in serializable transactions of %s',
  (_, create) => {
    let client: JsonRpcTestClient;
    const open = async (retry?: TransactionRetryOptions): Promise<void> => {
      await reset(ACCOUNTS);
      client = new JsonRpcTestClient(create(retry));
    };

    test('succeed or fail with Conflict, and those that fail leave nothing behind', async () => {
      await open();
      const codes = await transferAll(client, all);
      await client.close();
      expect(codes.filter((code) => code !== undefined && code !== CONFLICT)).toEqual([]);
      expect(attempts).toBeGreaterThan(CALLS);
      const succeeded = all.filter((index) => codes[index] === undefined);
      expect(await books()).toEqual({
        bookings: succeeded.length,
        balances: expectedBalances(succeeded),
      });
      expect(ranTasks).toBe(succeeded.length);
    });

    test('are all booked once if clients with keys send the conflicting ones again', async () => {
      await open();
      const keys = all.map((index) => `key-${index}`);
      let unfinished: readonly number[] = all;
      while (unfinished.length > 0) {
        const codes = await transferAll(client, unfinished, keys);
        // A claim that conflicts reports that its key is in use.
        expect([undefined, CONFLICT, -32009]).toEqual(expect.arrayContaining([...new Set(codes)]));
        unfinished = unfinished.filter((__, position) => codes[position] !== undefined);
      }
      await client.close();
      expect(await books()).toEqual({ bookings: CALLS, balances: expectedBalances(all) });
      expect(ranTasks).toBe(CALLS);
    }, 240_000);

    test('never run twice if attempts is 1, and every conflict is Conflict', async () => {
      await open({ attempts: 1 });
      const codes = await transferAll(client, all);
      await client.close();
      expect(attempts).toBe(CALLS);
      const succeeded = all.filter((index) => codes[index] === undefined);
      expect(new Set(codes)).toEqual(new Set([undefined, CONFLICT]));
      expect(await books()).toEqual({
        bookings: succeeded.length,
        balances: expectedBalances(succeeded),
      });
      expect(ranTasks).toBe(succeeded.length);
    });

    test('all succeed with more attempts', async () => {
      await open({ attempts: 50 });
      const codes = await transferAll(client, all);
      await client.close();
      expect(new Set(codes)).toEqual(new Set([undefined]));
      expect(await books()).toEqual({ bookings: CALLS, balances: expectedBalances(all) });
      expect(ranTasks).toBe(CALLS);
    });
  },
);

describe.runIf(url).each(Object.entries(libraries))(
  `${TRANSFERS} transfers between ${MANY_ACCOUNTS} accounts in serializable transactions of %s`,
  (name, create) => {
    test.each<[string, TransactionRetryOptions | undefined]>([
      ['the default attempts', undefined],
      ['one attempt', { attempts: 1 }],
    ])(
      'with %s succeed or fail with Conflict, and leave exact books',
      async (kind, retry) => {
        await reset(MANY_ACCOUNTS);
        const client = new JsonRpcTestClient(create(retry));
        const codes = await Promise.all(
          Array.from({ length: TRANSFERS }, async (_, index) => {
            // Each account pays and receives the same number of transfers, in a different order.
            const from = (index * 7) % MANY_ACCOUNTS;
            const to = (from + 1 + (Math.floor(index / MANY_ACCOUNTS) % 19)) % MANY_ACCOUNTS;
            return (await client.jsonrpc('transfer', { from, to })).error?.code;
          }),
        );
        await client.close();
        const failed = codes.filter((code) => code !== undefined);
        const succeeded = codes.length - failed.length;
        console.info(
          `${name}, ${kind}: ${failed.length} of ${TRANSFERS} Conflict, ${attempts} attempts`,
        );
        expect(failed.filter((code) => code !== CONFLICT)).toEqual([]);
        const { bookings, balances } = await books();
        expect(bookings).toBe(succeeded);
        expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(MANY_ACCOUNTS * 100);
        const { rows } = await pool.query<{ wrong: number }>(`
        select count(*)::int as wrong from account where balance <> 100
          - (select count(*) from booking where debtor = id)
          + (select count(*) from booking where creditor = id)
      `);
        expect(rows[0]?.wrong).toBe(0);
        expect(ranTasks).toBe(succeeded);
        expect(attempts).toBeLessThanOrEqual(TRANSFERS * (retry?.attempts ?? 3));
      },
      600_000,
    );
  },
);
