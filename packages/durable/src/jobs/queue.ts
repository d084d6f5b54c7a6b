import { resource, type Resource } from '@jsonrpc-kit/core';
import {
  checkOptions,
  flag,
  notNegative,
  type OptionKinds,
  positive,
} from '@jsonrpc-kit/core/adapter';
import type { DeadLetterSource, Jobs } from './jobs.js';

/**
 * An argument source for methods that add jobs with {@link Jobs.enqueue}. {@link runJobs} provides its value.
 *
 * ```ts
 * v1.method('register', { args: { tx: transaction, jobs } }, async ({ tx, jobs }) => { … });
 * ```
 */
export const jobs: Resource<Jobs> = resource<Jobs>('jobs');

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
  /** The maximum size of a job, in bytes: its params, its caller and its trace. Default: 64 KiB. */
  readonly maxJobBytes?: number | undefined;
  /** Whether the methods of the queue have `orderBy`. This can't be changed later. Default: false. */
  readonly ordered?: boolean | undefined;
}

/** A queue of jobs, for the method option `durable`. */
export interface Queue extends DeadLetterSource {
  /** The options with their defaults. */
  readonly settings: QueueSettings;
}

/** {@link QueueOptions} with their defaults. */
export type QueueSettings = {
  readonly [Name in keyof QueueOptions]-?: NonNullable<QueueOptions[Name]>;
};

const KINDS: OptionKinds<QueueOptions> = {
  concurrency: positive,
  attempts: positive,
  retryDelay: notNegative,
  lostAfter: positive,
  maxJobBytes: positive,
  ordered: flag,
};

const NAME = /^[A-Za-z][\w-]{0,49}$/;

/**
 * Declares a queue. {@link runJobs} stores its jobs in the database.
 *
 * ```ts
 * const emails = queue('emails', { concurrency: 2 });
 *
 * v1.method('sendEmail', { args: { to: v.string() }, durable: { queue: emails } }, sendEmail);
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
  return Object.freeze({
    name,
    deadLetters: `${name}_dead`,
    // The resource `jobs` stores the notifications of every queue.
    store: jobs,
    settings: Object.freeze({
      concurrency: options.concurrency ?? 5,
      attempts: options.attempts ?? 10,
      retryDelay: options.retryDelay ?? 1_000,
      lostAfter: options.lostAfter ?? 120_000,
      maxJobBytes: options.maxJobBytes ?? 64 * 1024,
      ordered: options.ordered ?? false,
    }),
  });
}
