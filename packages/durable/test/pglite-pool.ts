import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool } from 'kysely';

/** The pool that Kysely requires, over the single connection of PGlite. */
export function pglitePool(pglite: PGlite): PostgresPool {
  let last: Promise<void> = Promise.resolve();
  return {
    connect: async () => {
      const before = last;
      let release = (): void => undefined;
      last = new Promise((released) => (release = released));
      await before;
      const client: unknown = {
        query: async (text: string, values: unknown[]) => {
          const { rows, affectedRows = 0 } = await pglite.query(text, values);
          return { rows, rowCount: affectedRows, command: text.slice(0, 6).toUpperCase() };
        },
        release,
      };
      // Of its two signatures, the one with a cursor is not used here.
      return client as Awaited<ReturnType<PostgresPool['connect']>>;
    },
    end: async () => undefined,
  };
}
