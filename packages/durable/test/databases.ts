import { PGlite } from '@electric-sql/pglite';
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import type { SqlExecutor } from '../src/index.js';
import { databaseExecutor } from '../src/jobs/job-database.js';

/** A transaction that its creator has to end. */
export interface TestTransaction extends SqlExecutor {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** An empty database. */
export interface TestDatabase extends SqlExecutor {
  /** Runs several statements at once, as pg-boss needs it. */
  readonly queueExecutor: SqlExecutor;
  begin(): Promise<TestTransaction>;
  close(): Promise<void>;
}

/** A kind of database for the tests. */
export interface TestDatabaseKind {
  readonly name: string;
  /** Whether several transactions can be open at once. */
  readonly isServer: boolean;
  readonly open: () => Promise<TestDatabase>;
}

const embedded: TestDatabaseKind = {
  name: 'PGlite',
  isServer: false,
  open: async () => {
    const pglite = await PGlite.create();
    return {
      executeSql: (text, values) => pglite.query(text, values),
      queueExecutor: databaseExecutor(pglite),
      begin: () => beginEmbedded(pglite),
      close: () => pglite.close(),
    };
  },
};

function beginEmbedded(pglite: PGlite): Promise<TestTransaction> {
  return new Promise((begun, failed) => {
    const ended = pglite.transaction(
      (tx) =>
        new Promise<void>((keep, drop) => {
          begun({
            executeSql: (text, values) => tx.query(text, values),
            commit: async () => {
              keep();
              await ended;
            },
            rollback: async () => {
              drop(new Error('Rolled back'));
              await ended.catch(() => undefined);
            },
          });
        }),
    );
    ended.catch(failed);
  });
}

/** Uses a new schema for each database. */
function onServer(url: string): TestDatabaseKind {
  return {
    name: 'PostgreSQL server',
    isServer: true,
    open: async () => {
      const schema = `durable_test_${randomBytes(6).toString('hex')}`;
      // With the time limit, a statement that waits for another transaction fails its test. It wouldn't end
      // otherwise.
      const options = `-csearch_path=${schema} -cstatement_timeout=20000`;
      const pool = new Pool({ connectionString: url, options });
      await pool.query(`create schema ${schema}`);
      return {
        executeSql: (text, values) => pool.query(text, values),
        queueExecutor: databaseExecutor(pool),
        begin: () => beginOnServer(pool),
        close: async () => {
          await pool.query(`drop schema ${schema} cascade`);
          await pool.end();
        },
      };
    },
  };
}

async function beginOnServer(pool: Pool): Promise<TestTransaction> {
  const client = await pool.connect();
  await client.query('begin');
  let hasEnded = false;
  const end = async (statement: string): Promise<void> => {
    // After a commit whose response is lost, another transaction may already use the connection.
    if (hasEnded) return;
    hasEnded = true;
    try {
      await client.query(statement);
    } finally {
      client.release();
    }
  };
  return {
    executeSql: (text, values) => client.query(text, values),
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  };
}

/** PGlite in memory, and the server of `DATABASE_URL` if it is set. */
export function testDatabases(): readonly TestDatabaseKind[] {
  const url = process.env['DATABASE_URL'];
  if (url) return [embedded, onServer(url)];
  console.info(
    'Left out: PostgreSQL server. To test on one: DATABASE_URL=postgres://user@host/database npm test',
  );
  return [embedded];
}
