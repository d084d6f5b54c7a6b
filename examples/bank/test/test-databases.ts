import { randomBytes } from 'node:crypto';
import { type DatabaseOptions, openDatabase } from '../src/database/open-database.js';

/** A kind of database for the tests. */
export interface TestDatabase {
  readonly name: string;
  /** Whether several processes can use it at once. */
  readonly isServer: boolean;
  /** Creates an empty database. */
  readonly create: () => Promise<CreatedDatabase>;
}

export interface CreatedDatabase {
  readonly options: DatabaseOptions;
  readonly remove: () => Promise<void>;
}

const inMemory: TestDatabase = {
  name: 'PGlite',
  isServer: false,
  create: async () => ({ options: {}, remove: async () => undefined }),
};

/** Uses a new schema for each database, so that other data on the server stays untouched. */
function onServer(url: string): TestDatabase {
  return {
    name: 'PostgreSQL server',
    isServer: true,
    create: async () => {
      const schema = `bank_test_${randomBytes(6).toString('hex')}`;
      await run(url, `create schema ${schema}`);
      const options = { url: withSearchPath(url, schema) };
      return { options, remove: () => run(url, `drop schema ${schema} cascade`) };
    },
  };
}

async function run(url: string, sql: string): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await database.query(sql);
  } finally {
    await database.close();
  }
}

function withSearchPath(url: string, schema: string): string {
  const withOption = new URL(url);
  withOption.searchParams.set('options', `-csearch_path=${schema}`);
  return withOption.href;
}

/** PGlite in memory, and the server of `DATABASE_URL` if it is set. */
export function testDatabases(): readonly TestDatabase[] {
  const url = process.env['DATABASE_URL'];
  if (url) return [inMemory, onServer(url)];
  console.info(
    'Left out: PostgreSQL server. To test on one: DATABASE_URL=postgres://user@host/database npm test',
  );
  return [inMemory];
}
