import type { TransactionResult } from '@jsonrpc-kit/core/types';
import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePostgresJs } from 'drizzle-orm/postgres-js';
import { knex, type Knex } from 'knex';
import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import postgres from 'postgres';
import { drizzleExecutor, kyselyExecutor, pgExecutor, type SqlExecutor } from '../src/index.js';
import { openPrisma, type PrismaTransaction } from './prisma-client.js';

/** Begins a serializable transaction, and passes the executor of the transaction to the callback. */
export type BeginSerializable = (
  run: (executor: SqlExecutor) => Promise<TransactionResult<SqlExecutor>>,
) => Promise<TransactionResult<SqlExecutor>>;

/** A library whose connections use the tables of one schema. */
export interface OpenLibrary {
  readonly begin: BeginSerializable;
  /** Runs statements outside of a transaction. */
  readonly executor: SqlExecutor;
  readonly close: () => Promise<unknown>;
}

const MAX_CONNECTIONS = 20;

/** Begins a transaction of plain `pg`, as the guide shows it. */
export async function inTransaction<Result>(
  pool: Pool,
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

/** Knex has only placeholders without a number. */
function knexExecutor(database: Knex): SqlExecutor {
  return {
    executeSql: (text, values) => {
      const bindings: Knex.RawBinding[] = [];
      const positional = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
        bindings.push((values[Number(number) - 1] ?? null) as Knex.RawBinding);
        return '?';
      });
      return database.raw(positional, bindings);
    },
  };
}

function postgresJsExecutor(sql: Pick<postgres.Sql, 'unsafe'>): SqlExecutor {
  return {
    executeSql: async (text, values) => {
      const parameters = values.map((value) => value ?? null);
      return {
        rows: await sql.unsafe<object[]>(text, parameters as postgres.ParameterOrJSON<never>[]),
      };
    },
  };
}

function prismaExecutor(tx: Pick<PrismaTransaction, '$queryRawUnsafe'>): SqlExecutor {
  return {
    executeSql: async (text, values) => ({ rows: await tx.$queryRawUnsafe(text, ...values) }),
  };
}

/** Reads and writes accounts with the models of Prisma, whose errors differ from those of its raw queries. */
function prismaModelExecutor(tx: PrismaTransaction): SqlExecutor {
  return {
    executeSql: async (text, values) => {
      const [first, second] = values as [number, number];
      if (text === SELECT_BALANCE) {
        return { rows: [await tx.account.findUniqueOrThrow({ where: { id: first } })] };
      }
      if (text === UPDATE_BALANCE) {
        return {
          rows: [await tx.account.update({ where: { id: second }, data: { balance: first } })],
        };
      }
      return prismaExecutor(tx).executeSql(text, values);
    },
  };
}

export const SELECT_BALANCE = 'select balance from account where id = $1';
export const UPDATE_BALANCE = 'update account set balance = $1 where id = $2';

const openPool = (connectionString: string, schema: string): Pool =>
  new Pool({ connectionString, options: `-csearch_path=${schema}`, max: MAX_CONNECTIONS });

const openPostgresJs = (url: string, schema: string): postgres.Sql =>
  postgres(url, {
    max: MAX_CONNECTIONS,
    connection: { search_path: schema },
    onnotice: () => undefined,
  });

function openPrismaLibrary(
  executorOf: (tx: PrismaTransaction) => SqlExecutor,
  [url, schema]: [string, string],
): OpenLibrary {
  const database = openPrisma(url, schema);
  const options = { isolationLevel: 'Serializable', timeout: 60_000, maxWait: 60_000 } as const;
  return {
    begin: (run) => database.$transaction((tx) => run(executorOf(tx)), options),
    executor: prismaExecutor(database as unknown as PrismaTransaction),
    close: () => database.$disconnect(),
  };
}

/** Opens each supported library on a PostgreSQL server. */
export const libraries = {
  pg: (url, schema) => {
    const pool = openPool(url, schema);
    return {
      begin: (run) => inTransaction(pool, (client) => run(pgExecutor(client))),
      executor: pgExecutor(pool),
      close: () => pool.end(),
    };
  },
  'postgres.js': (url, schema) => {
    const sql = openPostgresJs(url, schema);
    return {
      begin: (run) =>
        sql.begin('isolation level serializable', (tx) => run(postgresJsExecutor(tx))),
      executor: postgresJsExecutor(sql),
      close: () => sql.end(),
    };
  },
  Drizzle: (url, schema) => {
    const pool = openPool(url, schema);
    const database = drizzle(pool);
    return {
      begin: (run) =>
        database.transaction((tx) => run(drizzleExecutor(tx, drizzleSql)), {
          isolationLevel: 'serializable',
        }),
      executor: drizzleExecutor(database, drizzleSql),
      close: () => pool.end(),
    };
  },
  'Drizzle on postgres.js': (url, schema) => {
    const sql = openPostgresJs(url, schema);
    const database = drizzlePostgresJs(sql);
    return {
      begin: (run) =>
        database.transaction((tx) => run(drizzleExecutor(tx, drizzleSql)), {
          isolationLevel: 'serializable',
        }),
      executor: drizzleExecutor(database, drizzleSql),
      close: () => sql.end(),
    };
  },
  Kysely: (url, schema) => {
    const database = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: openPool(url, schema) }),
    });
    return {
      begin: (run) =>
        database
          .transaction()
          .setIsolationLevel('serializable')
          .execute((tx) => run(kyselyExecutor(tx, kyselySql))),
      executor: kyselyExecutor(database, kyselySql),
      close: () => database.destroy(),
    };
  },
  Knex: (url, schema) => {
    const database = knex({
      client: 'pg',
      connection: url,
      searchPath: [schema],
      pool: { min: 0, max: MAX_CONNECTIONS },
    });
    return {
      begin: (run) =>
        database.transaction((tx) => run(knexExecutor(tx)), { isolationLevel: 'serializable' }),
      executor: knexExecutor(database),
      close: () => database.destroy(),
    };
  },
  Prisma: (...at: [string, string]) => openPrismaLibrary(prismaExecutor, at),
  'the models of Prisma': (...at: [string, string]) => openPrismaLibrary(prismaModelExecutor, at),
} satisfies Record<string, (url: string, schema: string) => OpenLibrary>;
