import {
  Api,
  defineError,
  type Dependency,
  Entrypoint,
  signal,
  transactionDependency,
} from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { once } from 'node:events';
import { Pool } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, libraries, type OpenLibrary } from '../test/libraries.js';
import type { SqlExecutor } from './index.js';

const url = process.env['DATABASE_URL'] ?? '';
const schema = `batches_${process.pid}`;
const pool = new Pool({ connectionString: url, options: `-csearch_path=${schema}` });

class Rejected extends defineError({ code: 6001, message: 'Rejected' }) {}

/** Methods that insert a line and then fail, and the codes of their errors. */
const FAILURES = { reject: 6001, throw: -32603, violate: -32603, hang: -32002 } as const;
const ROLLED_BACK = -32015;

if (!url) {
  console.info(
    'Left out: atomic batches on a PostgreSQL server. To test them: ' +
      'DATABASE_URL=postgres://user@host/database npm run test:slow',
  );
}

beforeEach(async () => {
  if (!url) return;
  await pool.query(`
    drop schema if exists ${schema} cascade;
    create schema ${schema};
    create table line (batch text not null, id int not null, primary key (batch, id));
  `);
});

afterAll(async () => {
  if (url) await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

/** Creates an api whose methods insert a line, and then end in different ways. */
function createApi({ begin }: OpenLibrary, afterInsert?: () => Promise<unknown>): Api {
  const shared: Dependency<SqlExecutor> = transactionDependency({}, (_, run) => begin(run), {
    executor: (tx) => tx,
  });
  const v1 = new Entrypoint('/rpc', { messageDependencies: [shared], batch: 'atomic' });
  const args = { batch: v.string(), id: v.number(), tx: shared };
  type Line = { readonly batch: string; readonly id: number; readonly tx: SqlExecutor };
  const insert = async ({ batch, id, tx }: Line): Promise<void> => {
    await tx.executeSql('insert into line values ($1, $2)', [batch, id]);
    await afterInsert?.();
  };
  v1.method('insert', { args }, insert);
  v1.method('reject', { args }, async (line) => {
    await insert(line);
    throw new Rejected();
  });
  v1.method('throw', { args }, async (line) => {
    await insert(line);
    throw new Error('Unexpected');
  });
  v1.method('violate', { args }, async (line) => {
    await insert(line);
    await insert(line);
  });
  v1.method('hang', { args: { ...args, signal }, timeout: 15 }, async (line) => {
    await insert(line);
    // The time limit may have passed during the statement.
    if (!line.signal.aborted) await once(line.signal, 'abort');
  });
  v1.method('count', { args: { tx: shared } }, async ({ tx }) => {
    const { rows } = await tx.executeSql('select count(*)::int as count from line', []);
    return (rows[0] as { count: number }).count;
  });
  return new Api({ logger: { error: () => undefined, warn: () => undefined } }).bindEntrypoint(v1);
}

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly data?: { readonly failedIndex?: number } };
}

async function send(
  client: JsonRpcTestClient,
  calls: readonly object[],
): Promise<readonly Reply[]> {
  const json = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
  return (await client.request({ json })).json as readonly Reply[];
}

const lines = async (batch: string): Promise<number> =>
  (await pool.query('select from line where batch = $1', [batch])).rows.length;

describe.runIf(url).each(Object.entries(libraries))('an atomic batch in %s', (_, open) => {
  test('is rolled back by a failure at any position of 2 to 20 calls', async () => {
    const library = open(url, schema);
    const client = new JsonRpcTestClient(createApi(library));
    const methods = Object.keys(FAILURES) as (keyof typeof FAILURES)[];
    let round = 0;
    for (let size = 2; size <= 20; size += 1) {
      for (let failing = 0; failing < size; failing += 1) {
        const method = methods[round % methods.length] ?? 'throw';
        round += 1;
        const batch = `${method} ${failing} of ${size}`;
        const calls = Array.from({ length: size }, (__, id) => ({
          method: id === failing ? method : 'insert',
          params: { batch, id },
        }));
        const codes = (await send(client, calls)).map(({ error }) => error?.code);
        const expected = calls.map(() => ROLLED_BACK).with(failing, FAILURES[method]);
        expect(codes, `${method} at ${failing} of ${size}`).toEqual(expected);
        // After a time limit, the transaction ends when the handler does.
        await expect.poll(() => lines(batch)).toBe(0);
      }
    }
    expect(round).toBe(209);
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from line');
    expect(rows).toEqual([{ count: 0 }]);
    await client.close();
    await library.close();
  }, 240_000);

  test('is committed as a whole, and each call sees the lines of the calls before it', async () => {
    const library = open(url, schema);
    const client = new JsonRpcTestClient(createApi(library));
    const insert = (id: number) => ({ method: 'insert', params: { batch: 'all', id } });
    const count = { method: 'count' };
    const replies = await send(client, [insert(0), count, insert(1), insert(2), count]);
    expect(replies.map(({ result }) => result)).toEqual([null, 1, null, null, 3]);
    expect(await lines('all')).toBe(3);
    await client.close();
    await library.close();
  });

  test('runs again as a whole if its commit conflicts', async () => {
    const library = open(url, schema);
    let inserts = 0;
    // The other transaction reads and writes what the batch reads and writes, and commits first.
    const conflictOnce = async (): Promise<void> => {
      inserts += 1;
      if (inserts !== 2) return;
      await inTransaction(pool, async (other) => {
        await other.query('select count(*) from line');
        await other.query(`insert into line values ('other', 0)`);
      });
    };
    const client = new JsonRpcTestClient(createApi(library, conflictOnce));
    const insert = (id: number) => ({ method: 'insert', params: { batch: 'all', id } });
    const replies = await send(client, [{ method: 'count' }, insert(0), insert(1)]);
    expect(replies.map(({ result }) => result)).toEqual([1, null, null]);
    expect(inserts).toBe(4);
    expect(await lines('all')).toBe(2);
    await client.close();
    await library.close();
  });
});
