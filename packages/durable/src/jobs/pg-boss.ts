import type { SqlExecutor } from '../sql-executor.js';
import type { Queue } from './queue.js';

/** The interface that pg-boss 10 and 12 share. */
export interface PgBoss {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean; close: boolean; timeout: number }): Promise<void>;
  createQueue(name: string, options?: BossQueueOptions): Promise<void>;
  updateQueue(name: string, options: BossQueueOptions): Promise<unknown>;
  getQueue(name: string): Promise<{ readonly policy: string } | null>;
  send(name: string, data: object, options: SendOptions): Promise<string | null>;
  fetch(name: string, options: FetchOptions): Promise<readonly BossJob[] | null>;
  complete(name: string, job: JobReference, data: object, options: WithExecutor): Promise<Settled>;
  fail(name: string, job: JobReference, data: object, options: WithExecutor): Promise<Settled>;
  retry(name: string, id: string, options: WithExecutor): Promise<Settled>;
  getJobById(name: string, id: string, options: WithExecutor): Promise<object | null>;
}

/** Identifies a job, and in pg-boss 12 the attempt that was fetched. */
type JobReference = string | { readonly id: string; readonly retryCount: number };

interface Settled {
  /** 0 if the job was not in the expected state, because another process has settled it. */
  readonly affected: number;
}

interface FetchOptions {
  readonly batchSize: number;
  readonly includeMetadata: true;
}

interface WithExecutor {
  readonly db: SqlExecutor;
}

interface SendOptions extends WithExecutor {
  /** Nothing is stored, and null returned, if the queue has a job with this id. Default: a new one. */
  readonly id?: string;
  readonly singletonKey?: string;
}

interface BossQueueOptions {
  policy?: string;
  retryLimit?: number;
  retryDelay?: number;
  retryBackoff?: boolean;
  expireInSeconds?: number;
  deadLetter?: string;
}

/** A job that was fetched with its metadata. */
export interface BossJob {
  readonly id: string;
  readonly data: unknown;
  readonly retryCount: number;
  readonly retryLimit: number;
  /** In a dead-letter queue of pg-boss 12, the id of the failed job. */
  readonly sourceId?: unknown;
}

/** Options of the constructor. */
export interface BossOptions {
  readonly db: SqlExecutor;
  readonly schema: string;
  /** Seconds between two searches for lost jobs. */
  readonly recoverySeconds: number;
}

/** An instance of pg-boss, and how its version differs from others. */
export interface Engine {
  readonly boss: PgBoss;
  /** The policy of queues whose jobs run in order. */
  readonly orderedPolicy: 'singleton' | 'key_strict_fifo';
  /**
   * Returns the reference by which a job is settled. In pg-boss 12, it has no effect once another attempt
   * has begun.
   */
  readonly referenceOf: (job: BossJob) => JobReference;
  /** Turns the running attempt of a job into the last one, so that the job becomes a dead letter when it fails. */
  readonly setLastAttempt: (queue: string, job: BossJob) => Promise<void>;
  /** Returns a job that was fetched but not started to its queue. Its next attempt has the same number. */
  readonly returnUnstarted: (queue: string, job: BossJob) => Promise<void>;
  /**
   * Lets dead letters be fetched any number of times. Otherwise, they have the limit of the job that failed.
   * Returns how many of them can be fetched.
   */
  readonly keepDeadLetters: (deadLetters: string) => Promise<number>;
}

type PgBossClass = new (options: object) => PgBoss;

/** The module `pg-boss`, whose class has different names in the versions 10 and 12. */
export interface PgBossModule {
  /** The class in version 12. */
  readonly PgBoss?: unknown;
  /** The class in version 10. */
  readonly default?: unknown;
}

/** The largest `integer` of PostgreSQL. */
const MAX_INTEGER = 2 ** 31 - 1;

/** Creates an instance of the installed pg-boss, or of another copy of it. */
export async function createEngine(options: BossOptions, module?: PgBossModule): Promise<Engine> {
  const loaded: PgBossModule = module ?? (await import('pg-boss'));
  // pg-boss has no function for this, but documents its table for such statements.
  const updateFetched = async (set: string, queue: string, job: BossJob): Promise<void> => {
    await options.db.executeSql(
      `update ${options.schema}.job set ${set}
where name = $1::text and id = $2::uuid and state = 'active' and retry_count = $3::integer`,
      [queue, job.id, job.retryCount],
    );
  };
  const isVersion12 = loaded.PgBoss !== undefined;
  const boss = new ((loaded.PgBoss ?? loaded.default) as PgBossClass)({
    db: options.db,
    schema: options.schema,
    schedule: false,
    // pg-boss 10 searches for lost jobs in its maintenance, pg-boss 12 in its monitor.
    maintenanceIntervalSeconds: options.recoverySeconds,
    ...(isVersion12 && {
      superviseIntervalSeconds: options.recoverySeconds,
      monitorIntervalSeconds: options.recoverySeconds,
      // Its span around a job would begin a new trace, but the job continues the trace of its call.
      openTelemetry: { enabled: false },
    }),
  });
  return {
    boss,
    orderedPolicy: isVersion12 ? 'key_strict_fifo' : 'singleton',
    referenceOf: ({ id, retryCount }) => (isVersion12 ? { id, retryCount } : id),
    setLastAttempt: (queue, job) => updateFetched('retry_limit = retry_count', queue, job),
    // Fetching a job increments `retry_count` unless `started_on` is null.
    returnUnstarted: (queue, job) =>
      updateFetched(`state = 'created', started_on = null`, queue, job),
    keepDeadLetters: async (deadLetters) => {
      const { rows } = await options.db.executeSql(
        `with kept as (update ${options.schema}.job set retry_limit = ${MAX_INTEGER}
where name = $1::text and state <= 'active' returning state)
select count(*)::integer as count from kept where state < 'active'`,
        [deadLetters],
      );
      const [kept] = rows as readonly { readonly count: number }[];
      return kept?.count ?? 0;
    },
  };
}

/**
 * Creates a queue and its dead-letter queue, or updates their options.
 *
 * @throws TypeError if the queue exists with another order
 */
export async function createQueue(
  { boss, orderedPolicy }: Engine,
  { name, deadLetters, settings }: Queue,
): Promise<void> {
  const options = {
    retryLimit: settings.attempts - 1,
    retryDelay: Math.round(settings.retryDelay / 1_000),
    retryBackoff: true,
    expireInSeconds: Math.max(1, Math.round(settings.lostAfter / 1_000)),
    deadLetter: deadLetters,
  };
  const policyOption = { policy: settings.ordered ? orderedPolicy : 'standard' };
  await boss.createQueue(deadLetters, {});
  await boss.createQueue(name, { ...options, ...policyOption });
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
