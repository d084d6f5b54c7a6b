import { HttpError, InvalidParams, type Logger, type Method } from '@jsonrpc-kit/core';
import { traceHeaders } from '@jsonrpc-kit/core/adapter';
import { durableOptions } from '@jsonrpc-kit/core/internal';
import { randomUUID } from 'node:crypto';
import { isKey, KEY_RULE, missingKey, readKey } from '../idempotency-key.js';
import type { SqlExecutor } from '../sql-executor.js';
import { type DurableMethod, type DurableMethods, unboundMethod } from './durable-methods.js';
import {
  dataOf,
  type JobData,
  measureJob,
  orderKey,
  readTrace,
  storageProblem,
} from './job-data.js';
import type { JobEvent } from './job-events.js';
import type { EnqueueOptions, JobStore } from './job-store.js';
import { type DurableNotification, jobOrder } from './notification-receiver.js';
import type { BossJob, Engine } from './pg-boss.js';
import type { Queue } from './queue.js';

/** What the parts of a service that store and run jobs share. */
export interface JobParts {
  readonly methods: DurableMethods;
  readonly engine: Engine;
  readonly database: SqlExecutor;
  readonly report: (event: JobEvent) => void;
  readonly logger: Logger;
}

interface StoreParts extends JobParts {
  /** Lets a worker of this process fetch a job at once. */
  readonly wake: (queue: Queue) => void;
}

/** Stores jobs with pg-boss. */
export class PgBossStore implements JobStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async add({ context, method, params, caller, order }: DurableNotification): Promise<void> {
    const { methods, database, logger, wake } = this.#parts;
    const durable = methods.find(context.entrypoint.path, method.name);
    if (durable === undefined) throw unboundMethod(method.name);
    const problem = storageProblem(params);
    if (problem !== undefined) {
      const msg = `The params of a durable notification are ${problem}`;
      throw new InvalidParams({ errors: [{ loc: [], msg, type: 'durable' }] });
    }
    const idempotencyKey = idempotencyKeyOf(durable, () => readKey(context));
    const received = readTrace((name) => context.carrier.header(name));
    const trace = { ...received, ...traceHeaders(logger) };
    const data = jobData(durable, { params, caller, idempotencyKey, trace });
    const { maxJobBytes } = durable.queue.settings;
    if (measureJob(data) > maxJobBytes) {
      throw new HttpError(413, `A job may contain at most ${maxJobBytes} bytes`);
    }
    const { sharedTransaction } = context;
    await this.#add(durable, data, { executor: sharedTransaction ?? database, order });
    // The job is committed, so a worker of this process can run it at once.
    if (sharedTransaction === undefined) wake(durable.queue);
  }

  async enqueue(
    method: Method,
    params: unknown,
    { executor, caller, idempotencyKey: givenKey }: EnqueueOptions,
  ): Promise<string> {
    const { methods, logger } = this.#parts;
    const durable = methods.findDeclared(method);
    if (durable === undefined) throw unboundMethod(method.name);
    checkCaller(method, caller);
    checkKey(method, givenKey);
    const idempotencyKey = givenKey ?? idempotencyKeyOf(durable, () => randomUUID());
    const data = jobData(durable, { params, caller, idempotencyKey, trace: traceHeaders(logger) });
    const { maxJobBytes } = durable.queue.settings;
    if (measureJob(data) > maxJobBytes) {
      throw new RangeError(
        `enqueue(): the job of method "${method.name}" has more than ${maxJobBytes} bytes. Pass less, or ` +
          `raise maxJobBytes of the queue "${durable.queue.name}".`,
      );
    }
    return this.#add(durable, data, { executor, order: jobOrder(method, params) });
  }

  async retryDeadLetters({
    name,
    deadLetters,
  }: Parameters<JobStore['retryDeadLetters']>[0]): Promise<number> {
    const { engine } = this.#parts;
    // Jobs that fail again in the meantime are left for the next call. With them, this one might never end.
    const total = await engine.keepDeadLetters(deadLetters);
    let count = 0;
    while (count < total) {
      const batchSize = Math.min(100, total - count);
      const dead = await engine.boss.fetch(deadLetters, { batchSize, includeMetadata: true });
      if (dead === null || dead.length === 0) break;
      await this.#retryAll(name, deadLetters, dead);
      count += dead.length;
    }
    return count;
  }

  /** Retries dead letters. If that fails, returns the remaining ones to their queue. */
  async #retryAll(queue: string, deadLetters: string, dead: readonly BossJob[]): Promise<void> {
    const { engine, database: db } = this.#parts;
    const remaining = new Set(dead);
    try {
      for (const job of dead) {
        await this.#retry(queue, job);
        await engine.boss.complete(deadLetters, engine.referenceOf(job), {}, { db });
        remaining.delete(job);
      }
    } catch (error) {
      const returned = Promise.all(
        Array.from(remaining, (job) => engine.returnUnstarted(deadLetters, job)),
      );
      // Without a database, they return when they count as lost, after 15 minutes.
      await returned.catch(() => undefined);
      throw error;
    }
  }

  /** Has no effect on a dead letter that was already retried, but could not be completed then. */
  async #retry(queue: string, job: BossJob): Promise<void> {
    const { engine, database: db } = this.#parts;
    const { boss } = engine;
    const data = dataOf(job);
    // An ordered queue of pg-boss 12 keeps the failed job, which holds back those with the same value.
    if (data.order !== undefined && typeof job.sourceId === 'string') {
      const { affected } = await boss.retry(queue, job.sourceId, { db });
      if (affected > 0 || (await boss.getJobById(queue, job.sourceId, { db })) !== null) return;
    }
    // The queue may already have the job, whose id is that of the dead letter.
    await this.#send(queue, data, { db, id: job.id });
  }

  async #add(
    { queue }: DurableMethod,
    data: JobData,
    { executor, order }: { readonly executor: SqlExecutor; readonly order: string | undefined },
  ): Promise<string> {
    const stored = order === undefined ? data : { ...data, order };
    const jobId = await this.#send(queue.name, stored, { db: executor });
    if (jobId === null) throw new Error(`The queue "${queue.name}" did not accept the job`);
    this.#parts.report({
      kind: 'added',
      queue: queue.name,
      method: data.method,
      jobId,
      attempt: 0,
    });
    return jobId;
  }

  /** Returns the id of the job; null if the queue has not accepted it. */
  #send(
    queue: string,
    data: Partial<JobData>,
    options: { readonly db: SqlExecutor; readonly id?: string },
  ): Promise<string | null> {
    const { order } = data;
    return this.#parts.engine.boss.send(queue, data, {
      ...options,
      ...(order !== undefined && { singletonKey: orderKey(order) }),
    });
  }
}

/** What a new job contains besides its method. */
interface NewJob {
  readonly params: unknown;
  readonly caller: unknown;
  readonly idempotencyKey: string | undefined;
  readonly trace: Readonly<Record<string, string>>;
}

/** Returns the data of a new job, without members that are undefined. */
function jobData(
  { entrypoint, method }: DurableMethod,
  { params, caller, idempotencyKey, trace }: NewJob,
): JobData {
  return {
    path: entrypoint.path,
    method: method.name,
    ...(params !== undefined && { params: params as NonNullable<JobData['params']> }),
    ...(caller !== undefined && { caller }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    trace,
  };
}

/**
 * Returns the idempotency key of a new job; undefined if its method isn't idempotent.
 *
 * @throws InvalidRequest if the method requires a key, and the caller has not sent one
 */
function idempotencyKeyOf(
  { method: { idempotent } }: DurableMethod,
  read: () => string | undefined,
): string | undefined {
  if (idempotent === undefined) return undefined;
  const key = read();
  if (key === undefined && idempotent.key.isRequired) throw missingKey();
  return key ?? randomUUID();
}

function checkCaller(method: Method, caller: unknown): void {
  const { name } = method;
  if ((durableOptions(method)?.caller === undefined) === (caller === undefined)) return;
  throw new TypeError(
    `enqueue(): method "${name}" ${caller === undefined ? 'has notifications.caller. Pass its value as' : 'has no notifications.caller. Remove'} the ` +
      `option caller.`,
  );
}

function checkKey({ name, idempotent }: Method, key: string | undefined): void {
  if (key === undefined) return;
  if (idempotent === undefined) {
    throw new TypeError(
      `enqueue(): method "${name}" is not idempotent. Remove the option idempotencyKey.`,
    );
  }
  if (!isKey(key)) throw new TypeError(`enqueue(): idempotencyKey must be ${KEY_RULE}`);
}
