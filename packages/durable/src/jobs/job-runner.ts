import type { Logger } from '@jsonrpc-kit/core';
import { type AdapterApi, settlesWithin } from '@jsonrpc-kit/core/adapter';
import type { SqlExecutor } from '../sql-executor.js';
import { type DurableMethods, unboundMethod } from './durable-methods.js';
import { dataOf } from './job-data.js';
import type { JobEvents } from './job-events.js';
import { JobRequest } from './job-request.js';
import type { JobEvent } from './jobs.js';
import type { OwnedJobs } from './owned-jobs.js';
import type { BossJob, Engine } from './pg-boss.js';
import type { Queue } from './queue.js';

/** One attempt to run a job. */
interface Attempt {
  readonly queue: Queue;
  readonly job: BossJob;
  readonly event: Omit<JobEvent, 'kind'>;
}

/** The parts of a service that a {@link JobRunner} uses. */
export interface RunnerParts {
  readonly host: AdapterApi;
  readonly methods: DurableMethods;
  readonly engine: Engine;
  readonly database: SqlExecutor;
  readonly owned: OwnedJobs;
  readonly events: JobEvents;
  readonly logger: Logger;
  /** Whether the api is closing, so that no other job may start. */
  readonly isClosing: () => boolean;
}

/** Runs the jobs that this process has fetched, and settles them. */
export class JobRunner {
  readonly #parts: RunnerParts;
  readonly #running = new Map<Attempt, Promise<void>>();
  #isClosed = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Runs a job and settles it. Never rejects. */
  async run(queue: Queue, job: BossJob): Promise<void> {
    const { owned } = this.#parts;
    owned.add(job.id);
    const { method = '' } = dataOf(job);
    const event = { queue: queue.name, method, jobId: job.id, attempt: job.retryCount + 1 };
    const attempt = { queue, job, event };
    const ended = this.#run(attempt);
    this.#running.set(attempt, ended);
    await ended;
    this.#running.delete(attempt);
    owned.releaseLater(job.id);
  }

  /**
   * Waits for running jobs, and then returns those that still run to their queues.
   *
   * @param fetched resolves when the last job has been fetched
   * @param timeout how long to wait, in milliseconds
   */
  async close(fetched: Promise<unknown>, timeout: number): Promise<void> {
    const ended = fetched.then(() => Promise.all(this.#running.values()));
    await settlesWithin(ended, timeout);
    this.#isClosed = true;
    for (const attempt of this.#running.keys()) await this.#returnToQueue(attempt);
  }

  async #run(attempt: Attempt): Promise<void> {
    // pg-boss fetched the job just before the api was closed.
    if (this.#parts.isClosing()) return this.#returnToQueue(attempt);
    try {
      const failure = await this.#call(attempt.job);
      // close() has already returned the job to its queue.
      if (this.#isClosed) return;
      await (failure === undefined ? this.#complete(attempt) : this.#fail(attempt, failure));
    } catch (err) {
      this.#reportUnsettled(attempt, err);
    }
  }

  /** Calls the method of a job; returns why it failed. */
  async #call(job: BossJob): Promise<string | undefined> {
    const { methods, host } = this.#parts;
    const data = dataOf(job);
    const durable = methods.find(data.path ?? '', data.method ?? '');
    if (durable === undefined) return unboundMethod(data.method ?? '').message;
    const { method, entrypoint, overrides } = durable;
    // A job may be older than the option.
    const key = method.idempotent === undefined ? undefined : (data.idempotencyKey ?? job.id);
    const running = { id: job.id, attempt: job.retryCount + 1, caller: data.caller };
    const bound = { ...data, path: entrypoint.path, method: method.name };
    const response = await host.runJob(entrypoint, new JobRequest(running, bound, key), overrides);
    await response.onSent?.();
    const body = String(response.body);
    if (body.startsWith(`{"jsonrpc":"2.0","id":"${job.id}","result":`)) return undefined;
    return `HTTP status ${response.status}: ${body.slice(0, MAX_FAILURE_LENGTH)}`;
  }

  async #complete({ queue, job, event }: Attempt): Promise<void> {
    const { engine, database: db, events } = this.#parts;
    const { affected } = await engine.boss.complete(
      queue.name,
      engine.referenceOf(job),
      {},
      { db },
    );
    if (affected === 0) this.#reportLost(event);
    else events.report({ ...event, kind: 'completed' });
  }

  /** pg-boss retries the job, or moves it to the dead-letter queue after its last attempt. */
  async #fail(
    { queue, job, event }: Attempt,
    failure: string,
    message = 'Job failed and is retried',
  ): Promise<void> {
    const { engine, database: db, events, logger } = this.#parts;
    const output = { message: failure };
    const { affected } = await engine.boss.fail(queue.name, engine.referenceOf(job), output, {
      db,
    });
    if (affected === 0) return this.#reportLost(event);
    const isLast = job.retryCount >= job.retryLimit;
    if (isLast) logger.error({ ...event, failure }, 'Job moved to the dead-letter queue');
    else logger.warn({ ...event, failure }, message);
    events.report({ ...event, kind: isLast ? 'dead' : 'retried' });
  }

  /** Never rejects. */
  async #returnToQueue(attempt: Attempt): Promise<void> {
    try {
      await this.#fail(attempt, 'The server is shutting down', 'Job returned to its queue');
    } catch (err) {
      this.#reportUnsettled(attempt, err);
    }
  }

  /** The job was retried because it took longer than `lostAfter`. */
  #reportLost(event: Attempt['event']): void {
    this.#parts.logger.warn(event, 'Job ended after it had counted as lost');
  }

  /** The job counts as lost later, and is retried then. */
  #reportUnsettled({ event }: Attempt, err: unknown): void {
    this.#parts.logger.error({ ...event, err }, 'Job could not be settled');
  }
}

const MAX_FAILURE_LENGTH = 1_000;
