import type { AdapterApi } from '@jsonrpc-kit/core/adapter';
import { settlesWithin, withErrorCodes } from '@jsonrpc-kit/core/internal';
import { IdempotencyConflict } from '../idempotency-errors.js';
import { unboundMethod } from './durable-methods.js';
import { dataOf } from './job-data.js';
import type { JobEvent } from './job-events.js';
import { callMethod, type CallEnd, type JobFailure } from './call-method.js';
import { JobCarrier } from './job-carrier.js';
import type { JobParts } from './pg-boss-store.js';
import type { BossJob } from './pg-boss.js';
import type { Queue } from './queue.js';

/** One attempt to run a job. */
interface Attempt {
  readonly queue: Queue;
  readonly job: BossJob;
  readonly event: Omit<JobEvent, 'kind'>;
  /** False if the job was fetched just before the api was closed. */
  readonly isStarted: boolean;
  /** When the job counts as lost, in the time of `performance.now()`. */
  readonly lostAt: number;
  /** Whether the method has returned a result, so that the job must not run again. */
  hasSucceeded: boolean;
}

/** The delay before a failed statement is repeated, in milliseconds. It doubles up to the maximum. */
const REPEAT_DELAY = 50;
const MAX_REPEAT_DELAY = 1_000;

/** The parts of a service that a {@link JobRunner} uses. */
interface RunnerParts extends JobParts {
  readonly host: AdapterApi;
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
    const { method = '' } = dataOf(job);
    const event = { queue: queue.name, method, jobId: job.id, attempt: job.retryCount + 1 };
    const attempt = {
      queue,
      job,
      event,
      isStarted: !this.#parts.isClosing(),
      lostAt: performance.now() + queue.settings.lostAfter,
      hasSucceeded: false,
    };
    const ended = this.#run(attempt);
    this.#running.set(attempt, ended);
    await ended;
    this.#running.delete(attempt);
  }

  /**
   * Waits for running jobs, and then returns those that still run to their queues. One that has succeeded, but
   * could not be completed, is left: it counts as lost later.
   *
   * @param fetched resolves when the last job has been fetched
   * @param timeout how long to wait, in milliseconds
   */
  async close(fetched: Promise<unknown>, timeout: number): Promise<void> {
    const ended = fetched.then(() => Promise.all(this.#running.values()));
    await settlesWithin(ended, timeout);
    this.#isClosed = true;
    for (const attempt of this.#running.keys()) {
      if (attempt.isStarted && !attempt.hasSucceeded) await this.#returnToQueue(attempt);
    }
  }

  async #run(attempt: Attempt): Promise<void> {
    const { queue, job, isStarted } = attempt;
    let finished: Promise<void> | undefined;
    try {
      if (!isStarted) return await this.#parts.engine.returnUnstarted(queue.name, job);
      const { failure, ...call } = await this.#call(job);
      finished = call.finished;
      // A handler may continue after its time limit, and must not run beside the next attempt.
      if (failure !== undefined) await finished;
      // close() has already returned the job to its queue.
      if (this.#isClosed) return;
      attempt.hasSucceeded = failure === undefined;
      await (failure === undefined ? this.#complete(attempt) : this.#fail(attempt, failure));
    } catch (err) {
      this.#reportUnsettled(attempt, err);
    }
    // A background task occupies the slot of its job, but doesn't delay the completion.
    await finished;
  }

  async #call(job: BossJob): Promise<CallEnd> {
    const { methods, host } = this.#parts;
    const data = dataOf(job);
    const durable = methods.find(data.path ?? '', data.method ?? '');
    if (durable === undefined) {
      const { message } = unboundMethod(data.method ?? '');
      return { failure: { message }, finished: Promise.resolve() };
    }
    return callMethod(host, {
      ...durable,
      carrier: new JobCarrier(job.id, job.retryCount + 1, data),
      params: data.params,
      // A job may be older than the option.
      idempotencyKey: durable.method.idempotent && (data.idempotencyKey ?? job.id),
    });
  }

  /**
   * Completes a job. Repeats a failed statement until the job counts as lost, because it would then run again.
   * The statement only affects a job that is running, so it may be repeated.
   */
  async #complete({ queue, job, event, lostAt }: Attempt): Promise<void> {
    const { engine, database: db, report } = this.#parts;
    for (let delay = REPEAT_DELAY; ; delay = Math.min(2 * delay, MAX_REPEAT_DELAY)) {
      try {
        const reference = engine.referenceOf(job);
        const { affected } = await engine.boss.complete(queue.name, reference, {}, { db });
        // A failed statement may have completed the job, with a response that was lost.
        const isRepeated = delay > REPEAT_DELAY;
        if (affected === 0 && !isRepeated) this.#reportLost(event);
        else report({ ...event, kind: 'completed' });
        return;
      } catch (err) {
        if (this.#isClosed || performance.now() + delay >= lostAt) throw err;
      }
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }

  /**
   * pg-boss retries the job, or moves it to the dead-letter queue after its last attempt. If the statement fails,
   * the job is retried when it counts as lost. It isn't repeated: pg-boss 10 would fail the next attempt.
   */
  async #fail(
    { queue, job, event }: Attempt,
    failure: JobFailure,
    message = 'Job failed and is retried',
  ): Promise<void> {
    const { engine, database: db, report, logger, methods } = this.#parts;
    const { path = '', method = '' } = dataOf(job);
    const codes = methods.find(path, method)?.entrypoint.settings.errorCodes;
    // The key of a job, which another call has used, stays the same in all attempts.
    const permanent = [...queue.settings.permanentErrors, IdempotencyConflict];
    const permanentErrors = withErrorCodes(permanent, codes);
    const isPermanent = permanentErrors.some(({ code }) => code === failure.code);
    if (isPermanent) await engine.setLastAttempt(queue.name, job);
    const { affected } = await engine.boss.fail(queue.name, engine.referenceOf(job), failure, {
      db,
    });
    if (affected === 0) return this.#reportLost(event);
    const isLast = isPermanent || job.retryCount >= job.retryLimit;
    if (isLast) logger.error({ ...event, failure }, 'Job moved to the dead-letter queue');
    else logger.warn({ ...event, failure }, message);
    report({ ...event, kind: isLast ? 'dead' : 'retried' });
  }

  /** Never rejects. */
  async #returnToQueue(attempt: Attempt): Promise<void> {
    try {
      const failure = { message: 'The server is shutting down' };
      await this.#fail(attempt, failure, 'Job returned to its queue');
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
