import type { QueryClient, SqlExecutor, SqlResult } from '../sql-executor.js';

/** A PGlite database. */
export interface PgliteDatabase extends QueryClient {
  /** Runs several statements. */
  exec(text: string): Promise<readonly SqlResult[]>;
}

/** The database of the jobs: a pool of `pg`, a PGlite database, or anything that executes SQL. */
export type JobDatabase = QueryClient | PgliteDatabase | SqlExecutor;

/**
 * Returns the database as pg-boss needs it. Unlike in a transaction of a call, a text without values may
 * hold several statements, such as those that create the tables.
 */
export function databaseExecutor(database: JobDatabase): SqlExecutor {
  if ('executeSql' in database) return database;
  return {
    executeSql: (text, values) =>
      'exec' in database && !hasValues(values)
        ? executeAll(database, text)
        : database.query(text, values),
  };
}

/** @param values of any type, as pg-boss may omit them */
function hasValues(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0;
}

async function executeAll(database: PgliteDatabase, text: string): Promise<SqlResult> {
  try {
    const results = await database.exec(text);
    return { rows: results.flatMap(({ rows }) => rows) };
  } catch (error) {
    // A failed script leaves its transaction open on the only connection.
    await database.exec('rollback').catch(() => undefined);
    throw error;
  }
}
