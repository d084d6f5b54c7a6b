import type { Database } from './database.js';
import { openPglite } from './open-pglite.js';
import { openPostgres } from './open-postgres.js';

/** The database of the bank. Default: in memory. */
export interface DatabaseOptions {
  /** The URL of a PostgreSQL server: `postgres://user:password@host/database`. */
  readonly url?: string | undefined;
  /** The folder of an embedded PostgreSQL, which is created if it doesn't exist. */
  readonly folder?: string | undefined;
}

export function openDatabase({ url, folder }: DatabaseOptions = {}): Promise<Database> {
  return url === undefined ? openPglite(folder) : openPostgres(url);
}
