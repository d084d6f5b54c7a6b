import { fileURLToPath } from 'node:url';
import type { DatabaseOptions } from './open-database.js';

/** Where the embedded database lives unless `BANK_DATA` says otherwise; git ignores it. */
const defaultFolder = fileURLToPath(new URL('../../data/bank', import.meta.url));

/**
 * `DATABASE_URL` names a PostgreSQL server, `BANK_DATA` another folder for the embedded one.
 *
 * @throws Error with a message for whoever starts the server
 */
export function databaseFromEnvironment(environment: NodeJS.ProcessEnv): DatabaseOptions {
  // A variable that is set to nothing is taken for one that is not set, as shells do.
  const url = environment['DATABASE_URL'] || undefined;
  if (url !== undefined && !(/^postgres(ql)?:/.test(url) && URL.canParse(url))) {
    throw new Error(
      'DATABASE_URL must be the address of a server, as postgres://user@host/database',
    );
  }
  return { url, folder: environment['BANK_DATA'] || defaultFolder };
}
