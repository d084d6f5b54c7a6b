import { PGlite } from '@electric-sql/pglite';
import {
  Api,
  type Dependency,
  dependency,
  Entrypoint,
  transactionDependency,
} from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  sql as kyselySql,
} from 'kysely';
import { Pool } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NotEnoughMoney } from '../test/ledger.js';
import { libraries as onServer, type OpenLibrary } from '../test/libraries.js';
import { pglitePool } from '../test/pglite-pool.js';
import {
  drizzleExecutor,
  kyselyExecutor,
  pgliteExecutor,
  idempotentCalls,
  type SqlExecutor,
} from './index.js';

interface Tables {
  movement: { amount: number };
}

const caller = dependency({}, () => 7n);

/** Creates an api whose method writes with a library. */
function createApi<Tx>(
  transaction: Dependency<Tx>,
  executor: (tx: Tx) => SqlExecutor,
  insert: (tx: Tx, amount: number) => Promise<unknown>,
): Api {
  const idempotent = idempotentCalls({ transaction, executor, caller, waitTimeout: 1_000 });
  const v1 = new Entrypoint('/rpc');
  v1.method(
    'add',
    { args: { amount: v.number(), tx: transaction }, errors: [NotEnoughMoney], idempotent },
    async ({ amount, tx }) => {
      await insert(tx, amount);
      if (amount < 0) throw new NotEnoughMoney({ balance: 0 });
      return { amount };
    },
  );
  const logger = { error: () => undefined, warn: () => undefined };
  return new Api({ logger }).bindEntrypoint(v1);
}

function kyselyApi(pool: PostgresPool): Api {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  });
  return createApi(
    transactionDependency({}, (_, run) => db.transaction().execute(run)),
    (tx) => kyselyExecutor(tx, kyselySql),
    (tx, amount) => tx.insertInto('movement').values({ amount }).execute(),
  );
}

interface Library {
  readonly createApi: () => Api;
  readonly database: SqlExecutor;
}

let pglite: PGlite;
const schema = `libraries_${process.pid}`;

const libraries: Record<string, () => Library> = {
  PGlite: () => ({
    database: pgliteExecutor(pglite),
    createApi: () =>
      createApi(
        transactionDependency({}, (_, run) => pglite.transaction(run)),
        pgliteExecutor,
        (tx, amount) => tx.query('insert into movement values ($1)', [amount]),
      ),
  }),
  'Drizzle on PGlite': () => ({
    database: pgliteExecutor(pglite),
    createApi: () =>
      createApi(
        transactionDependency({}, (_, run) => drizzle(pglite).transaction(run)),
        (tx) => drizzleExecutor(tx, drizzleSql),
        async (tx, amount) => tx.execute(drizzleSql`insert into movement values (${amount})`),
      ),
  }),
  'Kysely on PGlite': () => ({
    database: pgliteExecutor(pglite),
    createApi: () => kyselyApi(pglitePool(pglite)),
  }),
};

const url = process.env['DATABASE_URL'];
const pool = url ? new Pool({ connectionString: url }) : undefined;
const opened: OpenLibrary[] = [];
if (url) {
  for (const [name, open] of Object.entries(onServer)) {
    libraries[`${name} on a server`] = () => {
      const library = open(url, schema);
      opened.push(library);
      return {
        database: library.executor,
        createApi: () =>
          createApi(
            transactionDependency({}, (_, run) => library.begin(run)),
            (tx) => tx,
            (tx, amount) => tx.executeSql('insert into movement values ($1)', [amount]),
          ),
      };
    };
  }
}

beforeAll(async () => {
  pglite = await PGlite.create();
  await pool?.query(`create schema ${schema}`);
});
afterAll(async () => {
  await pglite.close();
  for (const library of opened) await library.close();
  await pool?.query(`drop schema ${schema} cascade`);
  await pool?.end();
});

describe.each(Object.entries(libraries))('a transaction of %s', (_, open) => {
  test('contains the key, the writes and the response of a call', async () => {
    const { database, createApi: create } = open();
    const client = new JsonRpcTestClient(create(), { url: '/rpc' });
    await database.executeSql('drop table if exists movement', []);
    await database.executeSql('drop table if exists jsonrpc_idempotent_calls', []);
    await database.executeSql('create table movement (amount integer)', []);
    const transaction = transactionDependency({}, (_args, run) => run(database));
    await idempotentCalls({ transaction, executor: (tx) => tx, caller }).createTable(database);
    const add = (amount: number, idempotencyKey: string) =>
      client.jsonrpc('add', { amount }, { envelope: { idempotencyKey } });

    expect(await add(5, 'a')).toMatchObject({ result: { amount: 5 } });
    expect(await add(5, 'a')).toMatchObject({ result: { amount: 5 } });
    expect(await add(6, 'a')).toMatchObject({ error: { code: -32010 } });
    expect(await add(-1, 'b')).toMatchObject({ error: { code: 6001 } });
    expect(await add(-1, 'b')).toMatchObject({ error: { code: 6001 } });
    await Promise.all(['c', 'c', 'c', 'c'].map((key) => add(7, key)));
    const { rows } = await database.executeSql('select amount from movement', []);
    expect(rows).toEqual([{ amount: 5 }, { amount: 7 }]);
    const recorded = await database.executeSql(
      'select caller, key, member from jsonrpc_idempotent_calls order by key',
      [],
    );
    expect(recorded.rows).toEqual([
      { caller: '7', key: 'a', member: 'result' },
      { caller: '7', key: 'b', member: 'error' },
      { caller: '7', key: 'c', member: 'result' },
    ]);
    await client.close();
  });
});
