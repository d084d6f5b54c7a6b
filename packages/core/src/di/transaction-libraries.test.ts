import { adapterApi } from '../adapter.js';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { emptyPglite } from '../../../../tooling/vitest/shared-pglite.js';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  defineError,
  type Dependency,
  Entrypoint,
  resource,
  signal,
  transactionDependency,
} from '../index.js';

class Rejected extends defineError({ code: 6000, message: 'Rejected' }) {}

interface Tables {
  account: { id: string; code: number };
}

const account = pgTable('account', { id: text().primaryKey(), code: integer() });

const drizzleDatabase = resource<PgliteDatabase>('drizzleDatabase');
const drizzleTransaction = transactionDependency({ db: drizzleDatabase }, ({ db }, run) =>
  db.transaction(run, { isolationLevel: 'serializable' }),
);

const kyselyDatabase = resource<Kysely<Tables>>('kyselyDatabase');
const kyselyTransaction = transactionDependency({ db: kyselyDatabase }, ({ db }, run) =>
  db.transaction().execute(run),
);

const pgliteDatabase = resource<PGlite>('pgliteDatabase');
const pgliteTransaction = transactionDependency({ db: pgliteDatabase }, ({ db }, run) =>
  db.transaction(run),
);

let work: ReturnType<typeof gate<void>>;
let logger: ReturnType<typeof memoryLogger>;
let pglite: PGlite;

beforeAll(async () => {
  pglite = await emptyPglite();
}, 60_000);
beforeEach(async () => {
  work = gate();
  logger = memoryLogger();
  // A deferred constraint is checked by the commit.
  await pglite.exec(`
    drop table if exists account;
    create table account (
      id text primary key,
      code integer unique deferrable initially deferred
    );
  `);
});

/** The pool that Kysely requires, over the single connection of PGlite. */
class PglitePool {
  #last: Promise<void> = Promise.resolve();

  async connect(): Promise<PostgresPoolClient> {
    const released = gate();
    const before = this.#last;
    this.#last = released.promise;
    await before;
    return {
      query: async (sql: string, values: readonly unknown[]) => {
        const { rows, affectedRows = 0 } = await pglite.query(sql, [...values]);
        return { rows, rowCount: affectedRows, command: sql.slice(0, 6).toUpperCase() };
      },
      release: () => released.open(),
      // Of its two signatures, the one with a cursor is not used here.
    } as unknown as PostgresPoolClient;
  }

  async end(): Promise<void> {}
}

type Insert<Tx> = (tx: Tx, row: { readonly id: string; readonly code: number }) => Promise<unknown>;

/** Creates an api whose methods insert a row with a library, and then end in different ways. */
function createApi<Tx>(transaction: Dependency<Tx>, insert: Insert<Tx>): Api {
  const v1 = new Entrypoint('/rpc', { errors: [Rejected] });
  const row = { id: v.string(), code: v.number(), tx: transaction };
  v1.method('insert', { args: row }, async ({ tx, id, code }) => {
    await insert(tx, { id, code });
    return 'inserted';
  });
  v1.method('reject', { args: row }, async ({ tx, id, code }) => {
    await insert(tx, { id, code });
    throw new Rejected();
  });
  v1.method('unencodable', { args: row }, async ({ tx, id, code }) => {
    await insert(tx, { id, code });
    return 5n;
  });
  v1.method('hang', { args: row, timeout: 20 }, async ({ tx, id, code }) => {
    await insert(tx, { id, code });
    await work.promise;
  });
  const aborted = { ...row, aborted: signal };
  v1.method('abortable', { args: aborted }, async ({ tx, id, code, aborted: aborting }) => {
    await insert(tx, { id, code });
    work.open();
    await new Promise((_, reject) => {
      aborting.addEventListener('abort', () => reject(aborting.reason), { once: true });
    });
  });
  return new Api({ logger }).bindEntrypoint(v1);
}

const libraries: Readonly<Record<string, () => Api>> = {
  Drizzle: () =>
    createApi(drizzleTransaction, (tx, row) => tx.insert(account).values(row)).provide(
      drizzleDatabase,
      drizzle(pglite),
    ),
  Kysely: () =>
    createApi(kyselyTransaction, (tx, row) =>
      tx.insertInto('account').values(row).execute(),
    ).provide(kyselyDatabase, {
      open: () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new PglitePool() }) }),
      close: (db) => db.destroy(),
    }),
  PGlite: () =>
    createApi(pgliteTransaction, (tx, { id, code }) =>
      tx.query('insert into account values ($1, $2)', [id, code]),
    ).provide(pgliteDatabase, pglite),
};

test('the type of a transaction comes from the library', () => {
  expectTypeOf(pgliteTransaction).toEqualTypeOf<Dependency<Transaction>>();
  type Drizzle = Parameters<Parameters<PgliteDatabase['transaction']>[0]>[0];
  expectTypeOf(drizzleTransaction).toEqualTypeOf<Dependency<Drizzle>>();
});

describe.each(Object.entries(libraries))('a transaction of %s', (_, create) => {
  let api: Api;
  beforeEach(() => {
    api = create();
    adapterApi(api).takeMounts();
    return () => api.close();
  });

  const call = async (method: string, params: object): Promise<unknown> =>
    (await post(api, '/rpc', request(method, params))).json;
  const ids = async (): Promise<readonly string[]> => {
    const { rows } = await pglite.query<{ id: string }>('select id from account order by id');
    return rows.map(({ id }) => id);
  };

  test('is committed before the response is built', async () => {
    const calls = ['a', 'b', 'c'].map((id, code) => request('insert', { id, code }));
    const { json } = await post(api, '/rpc', calls);
    expect(json).toMatchObject(calls.map(() => ({ result: 'inserted' })));
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });

  test('is rolled back if the handler throws, and the call has that error', async () => {
    expect(await call('reject', { id: 'a', code: 1 })).toMatchObject({ error: { code: 6000 } });
    expect(await ids()).toEqual([]);
  });

  test('is rolled back if the database reports an error', async () => {
    await call('insert', { id: 'a', code: 1 });
    expect(await call('insert', { id: 'a', code: 2 })).toMatchObject({ error: { code: -32603 } });
    expect(await call('insert', { id: 'b', code: 2 })).toMatchObject({ result: 'inserted' });
  });

  test('is rolled back if the result cannot be encoded', async () => {
    expect(await call('unencodable', { id: 'a', code: 1 })).toMatchObject({
      error: { code: -32603 },
    });
    expect(await ids()).toEqual([]);
  });

  test('fails the call if the commit fails', async () => {
    await call('insert', { id: 'a', code: 1 });
    expect(await call('insert', { id: 'b', code: 1 })).toMatchObject({ error: { code: -32603 } });
    expect(await ids()).toEqual(['a']);
    expect(String(logger.entries[0]?.details.err)).toContain('duplicate key');
  });

  test.each([
    ['a statement', 'create trigger', ''],
    ['the commit', 'create constraint trigger', 'deferrable initially deferred'],
  ])('is repeated if %s fails by a conflict', async (__, createTrigger, when) => {
    // A sequence isn't rolled back, so only the given number of attempts fail.
    await pglite.exec(`
      drop sequence if exists attempt;
      create sequence attempt;
      create or replace function conflict() returns trigger language plpgsql as $$ begin
        if nextval('attempt') <= new.code then
          raise exception 'could not serialize access' using errcode = '40001';
        end if;
        return new;
      end $$;
      ${createTrigger} conflicts after insert on account ${when} for each row execute function conflict();
    `);
    expect(await call('insert', { id: 'a', code: 2 })).toMatchObject({ result: 'inserted' });
    await pglite.exec('alter sequence attempt restart');
    expect(await call('insert', { id: 'b', code: 3 })).toMatchObject({
      error: { code: -32014, data: { retryAfterMs: expect.any(Number) } },
    });
    expect(await ids()).toEqual(['a']);
  });

  test('is rolled back after a timeout, as soon as the handler has ended', async () => {
    expect(await call('hang', { id: 'a', code: 1 })).toMatchObject({ error: { code: -32002 } });
    work.open();
    expect(await call('insert', { id: 'a', code: 1 })).toMatchObject({ result: 'inserted' });
  });

  test('is rolled back if the handler stops because the client disconnects', async () => {
    const controller = new AbortController();
    const params = { id: 'a', code: 1 };
    const responded = post(api, '/rpc', request('abortable', params), {
      signal: controller.signal,
    });
    await work.promise;
    controller.abort();
    await responded;
    expect(await ids()).toEqual([]);
  });

  test('is committed after a notification', async () => {
    await post(api, '/rpc', notification('insert', { id: 'a', code: 1 }));
    await api.close();
    expect(await ids()).toEqual(['a']);
  });
});
