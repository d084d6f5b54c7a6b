import type { Database } from './database.js';
import { openPglite } from './open-pglite.js';
import { openPostgres } from './open-postgres.js';

/** Where the bank keeps its money; with neither of the two, in memory. */
export interface DatabaseOptions {
  /** A PostgreSQL server: `postgres://user:password@host/database`. */
  readonly url?: string | undefined;
  /** The folder of an embedded PostgreSQL; it is made where there is none. */
  readonly folder?: string | undefined;
}

export function openDatabase({ url, folder }: DatabaseOptions = {}): Promise<Database> {
  return url === undefined ? openPglite(folder) : openPostgres(url);
}
