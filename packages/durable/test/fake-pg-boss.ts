import type { BossJob } from '../src/jobs/pg-boss.js';
import type { PgBossModule } from '../src/jobs/pg-boss.js';

/** A job in the memory of {@link fakePgBoss}. */
export interface FakeJob extends BossJob {
  readonly queue: string;
  state: 'created' | 'active' | 'completed' | 'failed';
  retryCount: number;
  retryLimit: number;
  /** What the last attempt was settled with. */
  output?: unknown;
}

/** How pg-boss 10 or 12 identifies a job that is settled. */
type Reference = string | { readonly id: string; readonly retryCount: number };

/** Replaces a function of pg-boss, to plant failures. */
type Replacements = { [Name in 'start' | 'createQueue' | 'fetch' | 'complete' | 'fail']?: unknown };

/** A pg-boss without a database, for tests of what surrounds it. It has neither delays nor an order. */
export interface FakePgBoss {
  /** For the option `pgBoss`. */
  readonly module: PgBossModule;
  readonly jobs: FakeJob[];
  /** The calls of functions that change something or fetch jobs, in their order. */
  readonly calls: (readonly [string, ...unknown[]])[];
  /** The options of each instance. */
  readonly instances: Readonly<Record<string, unknown>>[];
  /** The options of each queue. */
  readonly queues: Map<string, Readonly<Record<string, unknown>>>;
  readonly replacements: Replacements;
}

export function fakePgBoss(version: 10 | 12 = 10): FakePgBoss {
  const jobs: FakeJob[] = [];
  const calls: FakePgBoss['calls'] = [];
  const instances: FakePgBoss['instances'] = [];
  const queues = new Map<string, Readonly<Record<string, unknown>>>();
  const replacements: Replacements = {};
  /** Records a call, and runs the replacement of the function if there is one. */
  const run = async <T>(call: readonly [string, ...unknown[]], work: () => T): Promise<T> => {
    calls.push(call);
    const replacement = replacements[call[0] as keyof Replacements];
    if (typeof replacement === 'function') return (await replacement(work)) as T;
    return work();
  };
  const settle = (reference: Reference, state: FakeJob['state'], output: unknown): object => {
    const { id, retryCount } =
      typeof reference === 'string' ? { id: reference, retryCount: undefined } : reference;
    const job = jobs.find((other) => other.id === id && other.state === 'active');
    if (job === undefined || (retryCount ?? job.retryCount) !== job.retryCount) {
      return { affected: 0 };
    }
    job.output = output;
    const isRetried = state === 'failed' && job.retryCount < job.retryLimit;
    job.state = isRetried ? 'created' : state;
    if (isRetried) job.retryCount += 1;
    return { affected: 1 };
  };
  class PgBoss {
    constructor(options: Readonly<Record<string, unknown>>) {
      instances.push(options);
    }

    on = (): void => undefined;
    start = () => run(['start'], () => undefined);
    stop = () => run(['stop'], () => undefined);
    createQueue = (name: string, options: Record<string, unknown>) =>
      run(['createQueue', name], () => void queues.set(name, options));
    getQueue = async (name: string) => queues.get(name) ?? null;
    updateQueue = async (): Promise<void> => undefined;
    send = (name: string, data: object) =>
      run(['send', name], () => {
        const id = `job ${jobs.length + 1}`;
        const retryLimit = Number(queues.get(name)?.['retryLimit'] ?? 0);
        jobs.push({ id, queue: name, data, state: 'created', retryCount: 0, retryLimit });
        return id;
      });
    fetch = (name: string, { batchSize }: { readonly batchSize: number }) =>
      run(['fetch', batchSize], () => {
        const waiting = jobs.filter(({ queue, state }) => queue === name && state === 'created');
        const fetched = waiting.slice(0, batchSize);
        for (const job of fetched) job.state = 'active';
        return fetched.map((job) => ({ ...job }));
      });
    complete = (_: string, id: Reference, output: object) =>
      run(['complete', id], () => settle(id, 'completed', output));
    fail = (_: string, id: Reference, output: object) =>
      run(['fail', id], () => settle(id, 'failed', output));
  }
  const module = version === 12 ? { PgBoss } : { default: PgBoss };
  return { module, jobs, calls, instances, queues, replacements };
}
