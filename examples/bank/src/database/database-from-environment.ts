import { fileURLToPath } from 'node:url';
import type { DatabaseOptions } from './open-database.js';

/** The default folder of the embedded database, which git ignores. */
const defaultFolder = fileURLToPath(new URL('../../data/bank', import.meta.url));

/**
 * Reads the environment variables `DATABASE_URL`, the URL of a PostgreSQL server, and `BANK_DATA`, the
 * folder of the embedded database.
 *
 * @throws Error with a message for the operator of the server
 */
export function databaseFromEnvironment(environment: NodeJS.ProcessEnv): DatabaseOptions {
  // An empty variable counts as unset, as in shells.
  const url = environment['DATABASE_URL'] || undefined;
  if (url !== undefined && !(/^postgres(ql)?:/.test(url) && URL.canParse(url))) {
    throw new Error(
      'DATABASE_URL must be the URL of a server, such as postgres://user@host/database',
    );
  }
  return { url, folder: environment['BANK_DATA'] || defaultFolder };
}
