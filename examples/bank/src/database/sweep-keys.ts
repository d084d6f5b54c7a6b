import { idempotent } from '../dependencies/idempotent.js';
import type { BankLogger } from '../logging/bank-logger.js';
import type { Queries } from './database.js';
import { sqlExecutor } from './sql-executor.js';

const MINUTE = 60_000;

/** The maximum number of keys that one transaction deletes. */
const LIMIT = 1_000;

/** Deletes all expired idempotency keys every minute, until the returned function is called. */
export function sweepKeys(database: Queries, logger: BankLogger): () => Promise<void> {
  const executor = sqlExecutor(database);
  const stopping = new AbortController();
  let sweeping: Promise<void> | undefined;
  const sweep = async (): Promise<void> => {
    try {
      while (
        !stopping.signal.aborted &&
        (await idempotent.sweep(executor, { limit: LIMIT })) === LIMIT
      );
    } catch (err) {
      logger.error({ err }, 'Expired keys could not be deleted');
    }
    sweeping = undefined;
  };
  const timer = setInterval(() => {
    sweeping ??= sweep();
  }, MINUTE);
  // A server without connections may exit.
  timer.unref();
  return async () => {
    stopping.abort();
    clearInterval(timer);
    await sweeping;
  };
}
