import { type ErrorClass, resource, type Resource } from '@jsonrpc-kit/core';
import type { NotificationQueue } from '@jsonrpc-kit/core/adapter';
import {
  checkOptions,
  flag,
  notNegative,
  type OptionKinds,
  positive,
  positiveOrInfinity,
} from '@jsonrpc-kit/core/internal';
import { errorClasses } from '../call-options.js';
import type { JobStore } from './job-store.js';
import { createReceiver } from './notification-receiver.js';

/**
 * An argument source for methods that add jobs with {@link JobStore.enqueue}. {@link runJobs} provides its value.
 *
 * ```ts
 * v1.method('register', { args: { tx: transaction, jobStore } }, async ({ tx, jobStore }) => { … });
 * ```
 */
export const jobStore: Resource<JobStore> = Object.freeze({
  ...resource<JobStore>('jobStore'),
  providedBy: 'runJobs(api, { database })',
});

/** Options of {@link queue}. */
export interface QueueOptions {
  /** The maximum number of jobs that each process runs at once. Default: 5. */
  readonly concurrency?: number | undefined;
  /** The maximum number of attempts, after which a job moves to the dead-letter queue. Default: 10. */
  readonly attempts?: number | undefined;
  /**
   * The delay before the second attempt, in milliseconds, rounded to seconds. Each further delay is about
   * twice as long, with a random part. Default: 1,000.
   */
  readonly retryDelay?: number | undefined;
  /**
   * How long a job may run before it counts as lost and is retried, in milliseconds, rounded to
   * seconds: its process has probably ended. It must be longer than the `timeout` of the methods. Default:
   * 120,000.
   */
  readonly lostAfter?: number | undefined;
  /**
   * The maximum size of a job, in bytes: its params, its caller and its trace; `Infinity` for no limit.
   * Default: 64 KiB.
   */
  readonly maxJobBytes?: number | undefined;
  /**
   * The typed errors after which a job is not retried: it becomes a dead letter at once. Errors are compared
   * by their codes. Default: none.
   */
  readonly permanentErrors?: readonly ErrorClass[] | undefined;
  /** Whether the methods of the queue have `orderBy`. This can't be changed later. Default: false. */
  readonly ordered?: boolean | undefined;
}

/** A queue of jobs, for the method option `notifications`. */
export interface Queue extends NotificationQueue {
  /** The name of the queue that receives jobs after their last attempt. */
  readonly deadLetters: string;
  /** The options with their defaults. */
  readonly settings: {
    readonly [Name in keyof QueueOptions]-?: NonNullable<QueueOptions[Name]>;
  };
}

const KINDS: OptionKinds<QueueOptions> = {
  concurrency: positive,
  attempts: positive,
  retryDelay: notNegative,
  lostAfter: positive,
  maxJobBytes: positiveOrInfinity,
  permanentErrors: {
    ...errorClasses,
    advice: () => 'Write permanentErrors: [UnknownAddress].',
  },
  ordered: flag,
};

const NAME = /^[A-Za-z][\w-]{0,49}$/;

/**
 * Declares a queue. {@link runJobs} stores its jobs in the database.
 *
 * ```ts
 * const emails = queue('emails', { concurrency: 2 });
 *
 * v1.method('sendEmail', { args: { to: v.string() }, notifications: { queue: emails } }, sendEmail);
 * ```
 *
 * @param name up to 50 letters, digits, hyphens and underscores
 * @throws TypeError or RangeError if the name or an option is invalid
 */
export function queue(name: string, options: QueueOptions = {}): Queue {
  if (!NAME.test(name)) {
    throw new TypeError(
      `queue(): the name ${JSON.stringify(name)} must begin with a letter, and have up to 50 letters, ` +
        `digits, hyphens and underscores. Write queue('emails').`,
    );
  }
  checkOptions(`queue "${name}"`, options, KINDS);
  return Object.freeze<Queue>({
    name,
    deadLetters: `${name}_dead`,
    // The resource `jobStore` stores the notifications of every queue.
    receiver: (method, inputs) => createReceiver(jobStore, method, inputs),
    settings: Object.freeze({
      concurrency: options.concurrency ?? 5,
      attempts: options.attempts ?? 10,
      retryDelay: options.retryDelay ?? 1_000,
      lostAfter: options.lostAfter ?? 120_000,
      maxJobBytes: options.maxJobBytes ?? 64 * 1024,
      permanentErrors: Object.freeze([...(options.permanentErrors ?? [])]),
      ordered: options.ordered ?? false,
    }),
  });
}
