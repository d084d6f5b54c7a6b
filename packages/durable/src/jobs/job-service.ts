import { type Api, HttpError, type Logger, type Method } from '@jsonrpc-kit/core';
import {
  type AdapterApi,
  type DurableNotification,
  jobOrder,
  settlesWithin,
  traceHeaders,
} from '@jsonrpc-kit/core/adapter';
import { readKey } from '../idempotency-key.js';
import type { SqlExecutor } from '../sql-executor.js';
import { type DurableMethod, DurableMethods } from './durable-methods.js';
import { type JobData, measureJob, readTrace } from './job-data.js';
import { JobRequest } from './job-request.js';
import type { DeadLetterSource, EnqueueOptions, JobEvent, Jobs, ParamsOf } from './jobs.js';
import { type BossJob, createEngine, type Engine, type PgBossModule } from './pg-boss.js';
import type { Queue } from './queue.js';

export interface ServiceOptions {
  readonly api: Api;
  readonly host: AdapterApi;
  readonly database: SqlExecutor;
  readonly schema: string;
  readonly pollInterval: number;
  readonly recoveryInterval: number;
  readonly work: boolean;
  readonly onEvent: ((event: JobEvent) => void) | undefined;
  readonly pgBoss: PgBossModule | undefined;
}

/** Milliseconds for jobs to be settled in the database when the api has ended its work. */
const SETTLE_TIMEOUT = 1_000;

/** Adds and runs the jobs of an api. */
export class JobService implements Jobs {
  readonly #options: ServiceOptions;
  readonly #methods: DurableMethods;
  readonly #engine: Engine;
  /** Jobs that this process runs or has just run. It settles them itself. */
  readonly #owned: Set<string>;
  readonly #running = new Map<string, { readonly queue: Queue; readonly ended: Promise<void> }>();
  readonly #idleWorkers = new Map<string, Set<string>>();
  #isClosed = false;

  /**
   * Connects to the database, creates what is missing there, and starts to work.
   *
   * @throws TypeError if a method and its queue don't fit together, or the error of the database
   */
  static async open(options: ServiceOptions): Promise<JobService> {
    const { api, host, database, schema, recoveryInterval, pgBoss } = options;
    const methods = new DurableMethods(api, host);
    const owned = new Set<string>();
    const recoverySeconds = Math.max(1, Math.round(recoveryInterval / 1_000));
    const db = withoutSettled(database, owned);
    const engine = await createEngine({ db, schema, recoverySeconds }, pgBoss);
    const service = new JobService(options, { methods, engine, owned });
    await service.#start();
    return service;
  }

  private constructor(
    options: ServiceOptions,
    parts: {
      readonly methods: DurableMethods;
      readonly engine: Engine;
      readonly owned: Set<string>;
    },
  ) {
    this.#options = options;
    this.#methods = parts.methods;
    this.#engine = parts.engine;
    this.#owned = parts.owned;
  }

  async add({ context, method, params, caller, order }: DurableNotification): Promise<void> {
    const durable = this.#methods.find(context.entrypoint.path, method.name);
    if (durable === undefined) throw notBound(method.name);
    const isIdempotent = durable.method.idempotent !== undefined;
    const data: JobData = {
      path: durable.entrypoint.path,
      method: method.name,
      ...(params !== undefined && { params }),
      ...(caller !== undefined && { caller }),
      idempotencyKey: isIdempotent ? readKey(context) : undefined,
      trace: {
        ...readTrace((name) => context.httpRequest.header(name)),
        ...traceHeaders(this.#logger),
      },
    };
    if (isTooLarge(durable.queue, data)) {
      throw new HttpError(
        413,
        `A job may contain at most ${durable.queue.settings.maxJobBytes} bytes`,
      );
    }
    await this.#send(durable, data, { executor: this.#options.database, order });
    // The job is committed, so a worker of this process can run it at once.
    this.#wakeWorker(durable.queue);
  }

  async enqueue<Declared extends Method>(
    method: Declared,
    params: ParamsOf<Declared>,
    { executor, caller, idempotencyKey }: EnqueueOptions,
  ): Promise<string> {
    const durable = this.#methods.findDeclared(method);
    if (durable === undefined) throw notBound(method.name);
    const { durable: options } = method;
    if ((options?.caller === undefined) !== (caller === undefined)) {
      throw new TypeError(
        `enqueue(): method "${method.name}" ${caller === undefined ? 'has durable.caller. Pass its value as' : 'has no durable.caller. Remove'} the ` +
          `option caller.`,
      );
    }
    const data: JobData = {
      path: durable.entrypoint.path,
      method: method.name,
      ...(params !== undefined && { params: params as NonNullable<JobData['params']> }),
      ...(caller !== undefined && { caller }),
      idempotencyKey,
      trace: traceHeaders(this.#logger),
    };
    if (isTooLarge(durable.queue, data)) {
      const { maxJobBytes } = durable.queue.settings;
      throw new RangeError(
        `enqueue(): the job of method "${method.name}" has more than ${maxJobBytes} bytes. Pass less, or ` +
          `raise maxJobBytes of the queue "${durable.queue.name}".`,
      );
    }
    return this.#send(durable, data, { executor, order: jobOrder(method, params) });
  }

  async retryDeadLetters({ name, deadLetters }: DeadLetterSource): Promise<number> {
    const { boss } = this.#engine;
    const { database: db } = this.#options;
    let count = 0;
    for (;;) {
      const dead = (await boss.fetch(deadLetters, { batchSize: 100 })) ?? [];
      if (dead.length === 0) return count;
      for (const { id, data } of dead) {
        const { order } = data as JobData;
        await boss.send(name, data as object, {
          db,
          ...(order !== undefined && { singletonKey: order }),
        });
        await boss.complete(deadLetters, id, {}, { db });
        count += 1;
      }
    }
  }

  /** Stops fetching jobs. */
  stopFetching(): void {
    for (const { name } of this.#methods.queues) {
      this.#engine.boss.offWork(name).catch((err: unknown) => this.#logFailure(err));
    }
  }

  /** Returns jobs that still run to their queues, and stops. */
  async close(): Promise<void> {
    this.stopFetching();
    const ended = Promise.all(Array.from(this.#running.values(), (job) => job.ended));
    await settlesWithin(ended, SETTLE_TIMEOUT);
    this.#isClosed = true;
    for (const [id, { queue }] of this.#running) {
      const reason = new Error('The server is shutting down');
      await this.#engine.boss.fail(queue.name, id, reason, { db: this.#options.database });
      this.#logger.warn({ queue: queue.name, jobId: id }, 'Job returned to its queue');
    }
    await this.#engine.boss.stop({ graceful: false, close: false, timeout: SETTLE_TIMEOUT });
  }

  async #start(): Promise<void> {
    const { boss } = this.#engine;
    boss.on('error', (err) => this.#logFailure(err));
    await boss.start();
    for (const queue of this.#methods.queues) await this.#createQueue(queue);
    if (!this.#options.work) return;
    for (const queue of this.#methods.queues) await this.#work(queue);
  }

  async #createQueue({ name, deadLetters, settings }: Queue): Promise<void> {
    const { boss, orderedPolicy } = this.#engine;
    const options = {
      retryLimit: settings.attempts - 1,
      retryDelay: Math.round(settings.retryDelay / 1_000),
      retryBackoff: true,
      expireInSeconds: Math.max(1, Math.round(settings.lostAfter / 1_000)),
      deadLetter: deadLetters,
    };
    await boss.createQueue(deadLetters);
    await boss.createQueue(name, {
      ...options,
      policy: settings.ordered ? orderedPolicy : 'standard',
    });
    // The queue may exist with other options.
    const { policy = 'standard' } = (await boss.getQueue(name)) ?? {};
    if ((policy !== 'standard') !== settings.ordered) {
      throw new TypeError(
        `queue "${name}": it exists in the database as ${settings.ordered ? 'one without' : 'an ordered one, with'} ` +
          `orderBy, which can't be changed. Use another name.`,
      );
    }
    await boss.updateQueue(name, orderedPolicy === 'singleton' ? { ...options, policy } : options);
  }

  async #work(queue: Queue): Promise<void> {
    const { boss } = this.#engine;
    const idle = new Set<string>();
    this.#idleWorkers.set(queue.name, idle);
    const options = {
      batchSize: 1,
      includeMetadata: true,
      pollingIntervalSeconds: Math.max(0.5, this.#options.pollInterval / 1_000),
    } as const;
    for (let worker = 0; worker < queue.settings.concurrency; worker += 1) {
      let id: string | undefined;
      id = await boss.work(queue.name, options, async ([job]) => {
        if (job === undefined) return;
        if (id !== undefined) idle.delete(id);
        await this.#runOwned(queue, job);
        if (id === undefined || this.#isClosed) return;
        idle.add(id);
        // Looks for the next job at once instead of at the next poll.
        boss.notifyWorker(id);
      });
      idle.add(id);
    }
  }

  #wakeWorker({ name }: Queue): void {
    const idle = this.#idleWorkers.get(name);
    const [id] = idle ?? [];
    if (idle === undefined || id === undefined) return;
    // Moves to the end, so that the next job wakes another worker.
    idle.delete(id);
    idle.add(id);
    this.#engine.boss.notifyWorker(id);
  }

  async #send(
    { queue }: DurableMethod,
    data: JobData,
    { executor, order }: { readonly executor: SqlExecutor; readonly order: string | undefined },
  ): Promise<string> {
    const stored = order === undefined ? data : { ...data, order };
    const id = await this.#engine.boss.send(queue.name, stored, {
      db: executor,
      ...(order !== undefined && { singletonKey: order }),
    });
    if (id === null) throw new Error(`The queue "${queue.name}" did not accept the job`);
    this.#report({ kind: 'added', queue: queue.name, method: data.method, jobId: id, attempt: 0 });
    return id;
  }

  async #runOwned(queue: Queue, job: BossJob): Promise<void> {
    this.#owned.add(job.id);
    const ended = this.#run(queue, job);
    this.#running.set(job.id, { queue, ended });
    await ended;
    this.#running.delete(job.id);
    // The engine tries to settle the job a moment later.
    setTimeout(() => this.#owned.delete(job.id), 10_000).unref();
  }

  /** Runs a job and settles it. Never rejects. */
  async #run(queue: Queue, job: BossJob): Promise<void> {
    const { boss } = this.#engine;
    const { database: db } = this.#options;
    const data = job.data as JobData;
    const attempt = job.retryCount + 1;
    const event = { queue: queue.name, method: data.method, jobId: job.id, attempt };
    try {
      const failure = await this.#call(job, data);
      if (this.#isClosed) return;
      if (failure === undefined) {
        await boss.complete(queue.name, job.id, {}, { db });
        this.#report({ ...event, kind: 'completed' });
        return;
      }
      await boss.fail(queue.name, job.id, { message: failure }, { db });
      const isLast = job.retryCount >= job.retryLimit;
      if (isLast) this.#logger.error({ ...event, failure }, 'Job moved to the dead-letter queue');
      else this.#logger.warn({ ...event, failure }, 'Job failed and is retried');
      this.#report({ ...event, kind: isLast ? 'dead' : 'retried' });
    } catch (err) {
      // The job counts as lost later, and is retried then.
      this.#logger.error({ ...event, err }, 'Job could not be settled');
    }
  }

  /** Calls the method of a job; returns why it failed. */
  async #call(job: BossJob, data: JobData): Promise<string | undefined> {
    const durable = this.#methods.find(data.path, data.method);
    if (durable === undefined) return notBound(data.method).message;
    const { method, entrypoint, overrides } = durable;
    const key = method.idempotent === undefined ? undefined : (data.idempotencyKey ?? job.id);
    const running = { id: job.id, attempt: job.retryCount + 1, caller: data.caller };
    const request = new JobRequest(running, data, key);
    const response = await this.#options.host.runJob(entrypoint, request, overrides);
    await response.onSent?.();
    const body = String(response.body);
    if (body.startsWith(`{"jsonrpc":"2.0","id":"${job.id}","result":`)) return undefined;
    return `HTTP status ${response.status}: ${body.slice(0, MAX_FAILURE_LENGTH)}`;
  }

  #report(event: JobEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch (err) {
      this.#logger.error({ err }, 'onEvent of runJobs() failed');
    }
  }

  #logFailure(err: unknown): void {
    if (!this.#isClosed) this.#logger.error({ err }, 'Job queue failed');
  }

  get #logger(): Logger {
    return this.#options.api.logger;
  }
}

const MAX_FAILURE_LENGTH = 1_000;

/**
 * Skips the statements by which pg-boss settles jobs that this process settles itself. Major 10 doesn't
 * wait for them, so that their failure would end the process.
 */
function withoutSettled(database: SqlExecutor, owned: ReadonlySet<string>): SqlExecutor {
  return {
    executeSql: async (text, values) => {
      const ids = (values as readonly unknown[] | undefined)?.[1];
      const isOwned = Array.isArray(ids) && ids.length > 0 && ids.every((id) => owned.has(id));
      return isOwned ? { rows: [{ count: '0' }] } : database.executeSql(text, values);
    },
  };
}

function isTooLarge({ settings }: Queue, data: JobData): boolean {
  return measureJob(data) > settings.maxJobBytes;
}

function notBound(method: string): TypeError {
  return new TypeError(
    `The api has no durable method "${method}". Declare it with durable, and bind its entrypoint.`,
  );
}
