import type { DependencyOverrides } from '../args/dependency-overrides.js';
import type { ApiLogger } from '../flow/api-logger.js';
import type { JsonRpcMiddleware } from '../middleware/json-rpc-middleware.js';
import type { RunningCalls } from './running-calls.js';
import type { Scheduler } from './scheduler.js';

/** What the calls of one entrypoint on one api share. */
export interface Dispatcher {
  readonly scheduler: Scheduler;
  readonly maxPending: number;
  readonly logger: ApiLogger;
  readonly overrides: DependencyOverrides;
  readonly running: RunningCalls;
  /** The entrypoint's middlewares, for calls that reach no method. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  /** Milliseconds for calls that reach no method. */
  readonly timeout: number | undefined;
}
