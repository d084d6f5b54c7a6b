/**
 * Calls that are safe to retry: {@link idempotentCalls} records the response of a call in the database
 * transaction of its writes.
 *
 * @module
 */
export type { IdempotentCallOptions } from './call-options.js';
export { idempotencyKey } from './idempotency-key.js';
export {
  idempotentCalls,
  type IdempotentCalls,
  type IdempotentCallsOptions,
} from './idempotent-calls.js';
export { CallInProgress, IdempotencyConflict } from './idempotency-errors.js';
export {
  drizzleExecutor,
  kyselyExecutor,
  pgExecutor,
  pgliteExecutor,
  type QueryClient,
  type SqlExecutor,
} from './sql-executor.js';
