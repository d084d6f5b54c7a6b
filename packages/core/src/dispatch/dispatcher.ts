import type { DependencyOverrides } from '../args/dependency-overrides.js';
import type { ApiLogger } from '../flow/api-logger.js';
import type { BackgroundQueue } from '../lifetime/background-queue.js';
import type { JsonRpcMiddleware } from '../middleware/json-rpc-middleware.js';
import type { RunningCalls } from './running-calls.js';
import type { Scheduler } from './scheduler.js';

/** What the calls of one entrypoint on one api share. */
export interface Dispatcher {
  readonly scheduler: Scheduler;
  readonly maxPending: number;
  /** Handlers that go on after their time limit; new calls are rejected at `maxAbandoned`. */
  abandoned: number;
  readonly maxAbandoned: number;
  readonly backgroundQueue: BackgroundQueue;
  readonly logger: ApiLogger;
  readonly overrides: DependencyOverrides;
  readonly running: RunningCalls;
  /** The entrypoint's middlewares, for calls that reach no method. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  /** Milliseconds for calls that reach no method, and for the shared dependencies. */
  readonly timeout: number;
  /** Milliseconds for a client to receive the response. */
  readonly sendTimeout: number;
  readonly maxResultBytes: number;
  readonly maxResponseBytes: number;
}
