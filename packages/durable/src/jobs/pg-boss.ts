import type { SqlExecutor } from '../sql-executor.js';

/** What the majors 10 and 12 of pg-boss have in common. */
export interface PgBoss {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  start(): Promise<unknown>;
  stop(options: { graceful: boolean; close: boolean; timeout: number }): Promise<void>;
  createQueue(name: string, options?: BossQueueOptions): Promise<void>;
  updateQueue(name: string, options: BossQueueOptions): Promise<unknown>;
  getQueue(name: string): Promise<{ readonly policy: string } | null>;
  send(name: string, data: object, options: SendOptions): Promise<string | null>;
  fetch(name: string, options: { batchSize: number }): Promise<readonly BossJob[] | null>;
  complete(name: string, id: string, data: object, options: WithExecutor): Promise<unknown>;
  fail(name: string, id: string, data: object, options: WithExecutor): Promise<unknown>;
  work(name: string, options: WorkOptions, handler: JobHandler): Promise<string>;
  offWork(name: string): Promise<void>;
  notifyWorker(id: string): void;
}

interface WithExecutor {
  readonly db: SqlExecutor;
}

interface SendOptions extends WithExecutor {
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

interface WorkOptions {
  readonly batchSize: 1;
  readonly includeMetadata: true;
  readonly pollingIntervalSeconds: number;
}

type JobHandler = (jobs: readonly BossJob[]) => Promise<void>;

/** A job that was fetched with its metadata. */
export interface BossJob {
  readonly id: string;
  readonly data: unknown;
  readonly retryCount: number;
  readonly retryLimit: number;
}

/** Options of the constructor. */
export interface BossOptions {
  readonly db: SqlExecutor;
  readonly schema: string;
  /** Seconds between two searches for lost jobs. */
  readonly recoverySeconds: number;
}

/** The engine, and the policy of its queues whose jobs run in order. */
export interface Engine {
  readonly boss: PgBoss;
  readonly orderedPolicy: 'singleton' | 'key_strict_fifo';
}

type PgBossClass = new (options: object) => PgBoss;

/** Exports a class as `default` in major 10, and as `PgBoss` in major 12. */
export interface PgBossModule {
  /** The class in major 12. */
  readonly PgBoss?: unknown;
  /** The class in major 10. */
  readonly default?: unknown;
}

/** Creates an instance of the installed pg-boss, or of another copy of it. */
export async function createEngine(options: BossOptions, module?: PgBossModule): Promise<Engine> {
  const loaded: PgBossModule = module ?? (await import('pg-boss'));
  const boss = new ((loaded.PgBoss ?? loaded.default) as PgBossClass)({
    db: options.db,
    schema: options.schema,
    schedule: false,
    // Major 10 searches for lost jobs in its maintenance, major 12 in its monitor.
    maintenanceIntervalSeconds: options.recoverySeconds,
    ...(loaded.PgBoss !== undefined && {
      superviseIntervalSeconds: options.recoverySeconds,
      monitorIntervalSeconds: options.recoverySeconds,
    }),
  });
  return {
    boss,
    orderedPolicy: loaded.PgBoss === undefined ? 'singleton' : 'key_strict_fifo',
  };
}
