import { idempotent } from '../dependencies/idempotent.js';
import type { BankLogger } from '../logging/bank-logger.js';
import type { Queries } from './database.js';
import { sqlExecutor } from './sql-executor.js';

const MINUTE = 60_000;

/** Deletes expired idempotency keys every minute. Returns a function that stops it. */
export function sweepKeys(database: Queries, logger: BankLogger): () => Promise<void> {
  let sweeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = idempotent
      .sweep(sqlExecutor(database))
      .catch((err: unknown) => logger.error({ err }, 'Expired keys could not be deleted'));
  }, MINUTE);
  // A server without connections may exit.
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
