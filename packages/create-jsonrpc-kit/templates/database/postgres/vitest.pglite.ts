import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeEach, vi } from 'vitest';

// The tests need no server: PGlite is PostgreSQL that runs in their process, with its data in memory.
const postgres = await PGlite.create();

// Each test begins with an empty database. The schema pgboss has the jobs, if there are any.
beforeEach(() =>
  postgres.exec('drop schema if exists public, pgboss cascade; create schema public'),
);
afterAll(() => postgres.close());

// PGlite has one connection. It becomes free when its previous user releases it.
let free = Promise.resolve();

vi.mock('pg', () => ({
  Pool: class {
    on(): void {}
    async end(): Promise<void> {}
    async query(sql: string, values?: unknown[]): Promise<object> {
      const client = await this.connect();
      return client.query(sql, values).finally(client.release);
    }
    async connect(): Promise<{ query: typeof query; release: () => void }> {
      const previous = free;
      let release = (): void => undefined;
      free = new Promise((resolve) => (release = resolve));
      await previous;
      return { query, release };
    }
  },
}));

async function query(sql: string, values: unknown[] = []): Promise<object> {
  // A text without values may have several statements.
  const results =
    values.length > 0 ? [await postgres.query(sql, values)] : await postgres.exec(sql);
  const { rows, affectedRows: rowCount = 0 } = results.at(-1) ?? { rows: [] };
  return { rows, rowCount, command: sql.split(' ', 1)[0]?.toUpperCase() };
}
