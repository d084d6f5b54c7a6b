import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases, type TestTransaction } from '../test/databases.js';
import { lockNumber } from './fingerprint.js';
import { type Claim, KeyTable, type ScopedKey } from './key-table.js';
import type { SqlExecutor } from './sql-executor.js';

const { resolve } = createRequire(import.meta.url);
const read = (path: string): string => readFileSync(resolve(path), 'utf8');

test('createTable() executes the statements of the published migration and of the guide', () => {
  const { statements } = new KeyTable('jsonrpc_idempotent_calls');
  const sql = `${statements.join(';\n\n')};\n`;
  expect(read('@jsonrpc-kit/durable/sql/0001-idempotent-calls.sql')).toBe(sql);
  expect(read('../../../docs/guide/idempotency-storage.md')).toContain(sql);
});

test('a table in a schema has its index there', () => {
  const [table, index] = new KeyTable('app.calls').statements;
  expect(table).toMatch(/^create table if not exists app\.calls \(/);
  expect(index).toBe('create index if not exists calls_expires_at on app.calls (expires_at)');
});

const key = { caller: 'ann', method: 'pay', key: 'a' };
const claim: Claim = { ...key, fingerprint: 'f', expiresAfter: 60_000 };
const response = { member: 'result', json: '1' } as const;
const recorded = { kind: 'recorded', fingerprint: 'f', response };

test('claims lock different numbers if their table, caller, method or key differs', async () => {
  const locks = new Set<unknown>();
  const executor: SqlExecutor = {
    executeSql: async (_, [lock]) => {
      locks.add(lock);
      return { rows: [{ claimed: true }] };
    },
  };
  const calls = new KeyTable('calls');
  await calls.claim(executor, claim);
  await calls.claim(executor, { ...claim, fingerprint: 'other', expiresAfter: 1 });
  expect(locks.size).toBe(1);
  await calls.claim(executor, { ...claim, caller: 'bob' });
  await calls.claim(executor, { ...claim, method: 'add' });
  await calls.claim(executor, { ...claim, key: 'b' });
  await new KeyTable('others').claim(executor, claim);
  expect(locks.size).toBe(5);
});

describe.each(testDatabases())('the table of keys on $name', ({ open, isServer }) => {
  const table = new KeyTable('calls');
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    await table.create(database);
  }, 60_000);
  afterAll(() => database.close());
  beforeEach(() => database.executeSql('delete from calls', []));

  test('keeps a claimed key locked until its transaction ends', async () => {
    // PostgreSQL shows the number of an advisory lock as two unsigned halves.
    const text = `select ((classid::bigint << 32) | objid::bigint)::text as lock from pg_locks
      where locktype = 'advisory' and granted and pid = pg_backend_pid()`;
    const tx = await database.begin();
    await table.claim(tx, claim);
    const held = await tx.executeSql(text, []);
    await tx.commit();
    expect(held.rows).toEqual([{ lock: lockNumber('calls', 'ann', 'pay', 'a') }]);
    expect((await database.executeSql(text, [])).rows).toEqual([]);
  });

  test.runIf(isServer)('lets serializable transactions with different keys commit', async () => {
    for (const old of ['1', '2', '3']) await table.claim(database, { ...claim, key: old });
    // PostgreSQL scans a table of which it knows that it is small.
    await database.executeSql('analyze calls', []);
    const keys = ['a', 'b', 'c', 'd'].map((one) => ({ ...key, key: one }));
    const transactions = await Promise.all(keys.map(() => database.begin()));
    const each = (step: (tx: TestTransaction, one: ScopedKey) => Promise<unknown>) =>
      Promise.all(transactions.map((tx, index) => step(tx, keys[index] as ScopedKey)));
    await each((tx) => tx.executeSql('set transaction isolation level serializable', []));
    await each((tx, one) => table.claim(tx, { ...claim, ...one }));
    await each((tx, one) => table.record(tx, one, response));
    await each((tx) => tx.commit());
    expect(await table.claim(database, { ...claim, key: 'd' })).toEqual(recorded);
  });

  test('keeps the first recorded response', async () => {
    await table.claim(database, claim);
    await table.record(database, key, response);
    const second = table.record(database, key, { member: 'result', json: '2' });
    await expect(second).rejects.toThrow('no longer holds its idempotency key');
    expect(await table.claim(database, claim)).toEqual(recorded);
  });

  test('keeps a key that another transaction has replaced while it expired', async () => {
    await table.claim(database, claim);
    await table.record(database, key, response);
    const stale = { held: true, expired: true, fingerprint: 'f', member: 'result', response: '0' };
    let isStale = true;
    const executor: SqlExecutor = {
      executeSql: async (text, values) => {
        if (!isStale || !text.startsWith('select')) return database.executeSql(text, values);
        isStale = false;
        return { rows: [stale] };
      },
    };
    expect(await table.claim(executor, claim)).toEqual(recorded);
    expect(isStale).toBe(false);
  });

  test('loses the oldest expired keys first', async () => {
    for (const [name, expiresAfter] of [
      ['new', -1_000],
      ['old', -2_000],
      ['valid', 60_000],
    ] as const) {
      await table.claim(database, { ...claim, key: name, expiresAfter });
    }
    expect(await table.sweep(database, 1)).toBe(1);
    const { rows } = await database.executeSql('select key from calls order by key', []);
    expect(rows).toEqual([{ key: 'new' }, { key: 'valid' }]);
  });
});
