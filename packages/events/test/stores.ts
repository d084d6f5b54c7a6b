import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import { createClient } from 'redis';
import { sharedPglite } from '../../../tooling/vitest/shared-pglite.js';
import { memoryStore } from '../src/memory-store.js';
import { executorOf } from '../src/postgres/database.js';
import { postgresStore } from '../src/postgres.js';
import { redisStore } from '../src/redis.js';
import type { EventStore } from '../src/store.js';

/** One place for events, which several processes may share. */
export interface TestedStore {
  /** Opens the place, as another process would. Memory has one process. */
  open(): EventStore;
  /** Deletes everything that a history no longer keeps; undefined if publishing does. */
  sweep?(): Promise<unknown>;
  /** Empties the place. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const { DATABASE_URL, REDIS_URL } = process.env;

function memory(): TestedStore {
  let store = memoryStore();
  return {
    open: () => store,
    empty: async () => {
      await store.close();
      store = memoryStore();
    },
    close: () => store.close(),
  };
}

async function pglite(): Promise<TestedStore> {
  return sql(await sharedPglite());
}

async function postgres(): Promise<TestedStore> {
  return sql(new Pool({ connectionString: DATABASE_URL, max: 12 }));
}

/** Each place has its own tables. */
async function sql(database: PGlite | Pool): Promise<TestedStore> {
  const table = `events_${randomUUID().replaceAll('-', '')}`;
  const executor = executorOf(database);
  const first = postgresStore({ database, table });
  await first.createTables();
  const opened: ReturnType<typeof postgresStore>[] = [];
  return {
    open: () => {
      const store = postgresStore({ database, table });
      opened.push(store);
      return store;
    },
    sweep: () => Promise.all(opened.map((store) => store.sweep())),
    empty: async () => {
      await executor.executeSql(`truncate ${table}, ${table}_keys`, []);
    },
    close: async () => {
      await Promise.all(opened.map((store) => store.close()));
      for (const name of [table, `${table}_keys`])
        await executor.executeSql(`drop table ${name}`, []);
      if (!(database instanceof PGlite)) await database.end();
    },
  };
}

async function redis(): Promise<TestedStore> {
  const client = createClient({ url: REDIS_URL ?? '' });
  client.on('error', () => undefined);
  await client.connect();
  const prefix = `test-${randomUUID()}`;
  const opened: EventStore[] = [];
  const empty = async (): Promise<void> => {
    const keys = await client.keys(`${prefix}:*`);
    if (keys.length > 0) await client.del(keys);
  };
  return {
    open: () => {
      const store = redisStore({ client, prefix });
      opened.push(store);
      return store;
    },
    empty,
    close: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await empty();
      client.destroy();
    },
  };
}

/** The stores that can be tested here, by name. */
export const stores: Readonly<Record<string, () => TestedStore | Promise<TestedStore>>> = {
  memory,
  PGlite: pglite,
  ...(DATABASE_URL === undefined ? {} : { PostgreSQL: postgres }),
  ...(REDIS_URL === undefined ? {} : { Redis: redis }),
};

if (DATABASE_URL === undefined) {
  console.info(
    'Left out: events on a PostgreSQL server. To test them: DATABASE_URL=postgres://user@host/database npm test',
  );
}
if (REDIS_URL === undefined) {
  console.info(
    'Left out: events on a Redis server. To test them: REDIS_URL=redis://localhost:6379 npm test',
  );
}
