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
  type CallerId,
  type IdempotentCalls,
  type IdempotentCallsOptions,
  type SweepOptions,
} from './idempotent-calls.js';
export {
  CallInProgress,
  type CallInProgressData,
  IdempotencyConflict,
  type IdempotencyErrors,
} from './idempotency-errors.js';
export {
  drizzleExecutor,
  kyselyExecutor,
  pgExecutor,
  pgliteExecutor,
  type QueryClient,
  type SqlExecutor,
  type SqlResult,
} from './sql-executor.js';
