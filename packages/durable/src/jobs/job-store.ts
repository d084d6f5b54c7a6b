import type { Method } from '@jsonrpc-kit/core';
import type { NotificationQueue } from '@jsonrpc-kit/core/adapter';
import type { SqlExecutor } from '../sql-executor.js';
import type { NotificationStore } from './notification-receiver.js';

/** Options of {@link JobStore.enqueue}. */
export interface EnqueueOptions {
  /** The transaction that commits the job with its other writes, or the pool, which commits the job at once. */
  readonly executor: SqlExecutor;
  /** The value of `notifications.caller`. Required if the method has this option, and rejected otherwise. */
  readonly caller?: unknown;
  /** The idempotency key of the call, if the method is idempotent. Default: a new, unique key. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Adds and retries the jobs of an api. Methods receive it through the argument source {@link jobStore}, the rest of the
 * application from {@link runJobs}.
 */
export interface Jobs {
  /**
   * Adds a job that calls a durable method of the api, in a transaction. The job runs after the transaction has
   * committed, and never if the transaction is rolled back.
   *
   * ```ts
   * await jobStore.enqueue(sendEmail, { to: user.email }, { executor: pgExecutor(tx) });
   * ```
   *
   * @returns the id of the job
   * @throws TypeError if the method isn't durable or not bound to the api, the job isn't JSON, or the key
   *   is invalid; RangeError if the job is too large
   */
  enqueue<Declared extends Method>(
    method: Declared,
    params: Declared extends { readonly '~types'?: { readonly params: infer Params } | undefined }
      ? Params
      : never,
    options: EnqueueOptions,
  ): Promise<string>;
  /**
   * Moves all jobs of a dead-letter queue back to their queue, where they have all their attempts again. They
   * keep their idempotency keys, but their ids may change. In an ordered queue of pg-boss 12, they keep their
   * place and have one more attempt. Jobs that fail again meanwhile stay in the dead-letter queue.
   *
   * @param queue a queue of `queue()`
   * @returns the number of jobs
   */
  retryDeadLetters(queue: NotificationQueue & { readonly deadLetters: string }): Promise<number>;
}

/** The value of {@link jobStore}, which also stores durable notifications. */
export interface JobStore extends Jobs, NotificationStore {}
