import {
  Api,
  backgroundTasks,
  type Dependency,
  dependency,
  Entrypoint,
  transactionDependency,
} from '@jsonrpc-kit/core';
import type { TransactionRetryOptions } from '@jsonrpc-kit/core/types';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { Pool, type PoolClient } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  inTransaction,
  libraries,
  type OpenLibrary,
  SELECT_BALANCE,
  UPDATE_BALANCE,
} from '../test/libraries.js';
import { idempotentCalls, pgExecutor, type SqlExecutor } from './index.js';

const url = process.env['DATABASE_URL'] ?? '';
const schema = `conflicts_${process.pid}`;
const pool = new Pool({ connectionString: url, options: `-csearch_path=${schema}`, max: 20 });

const caller = dependency({}, () => 'ann');
const logger = { error: () => undefined, warn: () => undefined };
const CONFLICT = -32014;
const ACCOUNTS = 20;
/** The full number of transfers is 10,000. */
const TRANSFERS = Number(process.env['TRANSFERS'] ?? 100);

let ranTasks = 0;
let attempts = 0;

async function move(database: SqlExecutor, id: number, change: number): Promise<void> {
  const { rows } = await database.executeSql(SELECT_BALANCE, [id]);
  const { balance } = rows[0] as { balance: number };
  await database.executeSql(UPDATE_BALANCE, [balance + change, id]);
}

/** Creates an api whose method reads two accounts, writes both and adds a line to the books. */
function createApi({ begin }: OpenLibrary, retry?: TransactionRetryOptions): Api {
  const transaction: Dependency<SqlExecutor> = transactionDependency({}, (_, run) => begin(run), {
    retry,
  });
  const idempotent = idempotentCalls({ transaction, executor: (tx) => tx, caller });
  const args = { from: v.number(), to: v.number(), tx: transaction, tasks: backgroundTasks };
  const bank = new Entrypoint('/rpc');
  bank.method('transfer', { args, idempotent }, async ({ from, to, tx, tasks }) => {
    attempts += 1;
    tasks.add(() => {
      ranTasks += 1;
    });
    await move(tx, from, -1);
    await move(tx, to, 1);
    await tx.executeSql('insert into booking values ($1, $2)', [from, to]);
    return 'done';
  });
  return new Api({ logger }).bindEntrypoint(bank);
}

/** Sends transfers at once. Returns the codes of their errors. */
async function transferAll(
  client: JsonRpcTestClient,
  indexes: readonly number[],
  keys?: readonly string[],
): Promise<readonly (number | undefined)[]> {
  return Promise.all(
    indexes.map(async (index) => {
      // Each account pays and receives the same number of transfers, in a different order.
      const from = (index * 7) % ACCOUNTS;
      const to = (from + 1 + (Math.floor(index / ACCOUNTS) % (ACCOUNTS - 1))) % ACCOUNTS;
      const envelope = keys && { idempotencyKey: keys[index] };
      return (await client.jsonrpc('transfer', { from, to }, { envelope })).error?.code;
    }),
  );
}

/** Checks that the balances are those of the bookings, and that each booking has run its task. */
async function expectExactBooks(bookings: number): Promise<void> {
  const { rows } = await pool.query(`
    select (select count(*)::int from booking) as bookings, sum(balance)::int as sum,
      count(*) filter (where balance <> 100
        - (select count(*) from booking where debtor = id)
        + (select count(*) from booking where creditor = id))::int as wrong
    from account
  `);
  expect(rows).toEqual([{ bookings, sum: ACCOUNTS * 100, wrong: 0 }]);
  expect(ranTasks).toBe(bookings);
}

if (!url) {
  console.info(
    'Left out: conflicts on a PostgreSQL server. To test them: DATABASE_URL=postgres://user@host/database npm test',
  );
}

beforeEach(async () => {
  if (!url) return;
  ranTasks = 0;
  attempts = 0;
  await pool.query(`
    drop schema if exists ${schema} cascade;
    create schema ${schema};
    create table account (id int primary key, balance int not null);
    create table booking (debtor int not null, creditor int not null);
    insert into account select id, 100 from generate_series(0, ${ACCOUNTS - 1}) id;
  `);
  await idempotentCalls({
    transaction: transactionDependency({}, (_, run) => inTransaction(pool, run)),
    executor: pgExecutor,
    caller,
  }).createTable(pgExecutor(pool));
});

afterAll(async () => {
  if (url) await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

describe.runIf(url).each(Object.entries(libraries))('a conflict in %s', (_, open) => {
  let library: OpenLibrary;
  beforeAll(() => {
    library = open(url, schema);
  });
  afterAll(() => library.close());

  const sum = 'select sum(balance)::int as sum from account';
  const insert = 'insert into account values ($1, 0)';

  /** What happens in another transaction during the first attempt, so that the attempt conflicts. */
  const conflicts: Readonly<Record<string, (tx: SqlExecutor) => Promise<unknown>>> = {
    'of two updates': async (tx) => {
      await tx.executeSql(SELECT_BALANCE, [0]);
      if (attempts === 1) await pool.query('update account set balance = 50 where id = 0');
      await tx.executeSql(UPDATE_BALANCE, [1, 0]);
    },
    'at the commit': async (tx) => {
      await tx.executeSql(sum, []);
      await tx.executeSql(insert, [100 + attempts]);
      if (attempts > 1) return;
      await inTransaction(pool, async (other) => {
        await other.query(sum);
        await other.query(insert, [99]);
      });
    },
    'in a deadlock': async (tx) => {
      await tx.executeSql(UPDATE_BALANCE, [1, 0]);
      if (attempts > 1) return;
      const other: PoolClient = await pool.connect();
      // PostgreSQL ends the transaction that notices the deadlock first.
      await other.query(`begin; set local deadlock_timeout = '1min'`);
      await other.query('update account set balance = 2 where id = 1');
      const waiting = other.query('update account set balance = 2 where id = 0');
      try {
        await tx.executeSql(UPDATE_BALANCE, [1, 1]);
      } finally {
        void endOther(other, waiting);
      }
    },
  };

  async function endOther(other: PoolClient, waiting: Promise<unknown>): Promise<void> {
    await waiting;
    await other.query('rollback');
    other.release();
  }

  /** Calls a method that conflicts in its first attempt. */
  async function call(
    conflict: (tx: SqlExecutor) => Promise<unknown>,
    retry?: TransactionRetryOptions,
  ) {
    const tx = transactionDependency({}, (_args, run) => library.begin(run), { retry });
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { tx } }, async (args) => {
      attempts += 1;
      await conflict(args.tx);
      return attempts;
    });
    const client = new JsonRpcTestClient(new Api({ logger }).bindEntrypoint(v1));
    const response = await client.jsonrpc('run');
    await client.close();
    return response;
  }

  test.each(Object.entries(conflicts))(
    '%s is recognized, and the call runs again',
    async (...of) => {
      expect(await call(of[1])).toMatchObject({ result: 2 });
    },
  );

  test.each(Object.entries(conflicts))(
    '%s is Conflict if it is the last attempt',
    async (...of) => {
      expect(await call(of[1], { attempts: 1 })).toMatchObject({
        error: { code: CONFLICT, data: { retryAfterMs: expect.any(Number) as number } },
      });
    },
  );

  test('is not the violation of a constraint', async () => {
    const violate = (tx: SqlExecutor): Promise<unknown> => tx.executeSql(insert, [0]);
    expect(await call(violate)).toMatchObject({ error: { code: -32603 } });
    expect(attempts).toBe(1);
  });
});

describe.runIf(url).each(Object.entries(libraries))(
  `${TRANSFERS} transfers between ${ACCOUNTS} accounts in serializable transactions of %s`,
  (name, open) => {
    test.each<[string, TransactionRetryOptions | undefined]>([
      ['the default attempts', undefined],
      ['one attempt', { attempts: 1 }],
    ])(
      'with %s succeed or fail with Conflict, and leave exact books',
      async (kind, retry) => {
        const library = open(url, schema);
        const client = new JsonRpcTestClient(createApi(library, retry));
        const codes = await transferAll(client, [...Array(TRANSFERS).keys()]);
        await client.close();
        await library.close();
        const failed = codes.filter((code) => code !== undefined);
        console.info(
          `${name}, ${kind}: ${failed.length} of ${TRANSFERS} Conflict, ${attempts} attempts`,
        );
        expect([undefined, CONFLICT]).toEqual(expect.arrayContaining([...new Set(codes)]));
        // Some have conflicted. All of them may have succeeded in a later attempt.
        expect(attempts + failed.length).toBeGreaterThan(TRANSFERS);
        await expectExactBooks(TRANSFERS - failed.length);
        const most = TRANSFERS * (retry?.attempts ?? 3);
        expect(attempts).toBeLessThanOrEqual(most);
      },
      1_800_000,
    );
  },
);

describe.runIf(url)('40 conflicting transfers', () => {
  const all = [...Array(40).keys()];
  let library: OpenLibrary;
  beforeAll(() => {
    library = libraries.pg(url, schema);
  });
  afterAll(() => library.close());

  test('are all booked once if clients with keys send the conflicting ones again', async () => {
    const client = new JsonRpcTestClient(createApi(library));
    const keys = all.map((index) => `key-${index}`);
    let unfinished: readonly number[] = all;
    while (unfinished.length > 0) {
      const codes = await transferAll(client, unfinished, keys);
      // A claim that conflicts reports that its key is in use.
      expect([undefined, CONFLICT, -32009]).toEqual(expect.arrayContaining([...new Set(codes)]));
      unfinished = unfinished.filter((_, position) => codes[position] !== undefined);
    }
    await client.close();
    await expectExactBooks(all.length);
  }, 240_000);

  test('all succeed with more attempts', async () => {
    const client = new JsonRpcTestClient(createApi(library, { attempts: 50 }));
    expect(new Set(await transferAll(client, all))).toEqual(new Set([undefined]));
    await client.close();
    expect(attempts).toBeGreaterThan(all.length);
    await expectExactBooks(all.length);
  });
});
