import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Piscina, queueOptionsSymbol } from 'piscina';
import type { ResolvedPoolOptions } from './pool-options.js';
import { type Job, ThreadRun } from './thread-run.js';

/** What the threads run. From the sources, as in the tests of this package, it is that of the build. */
const RUN_JOB = fileURLToPath(new URL('../dist/thread/run-job.js', import.meta.url));

/**
 * The threads, which piscina starts, ends and replaces. It gets no more jobs than it has threads: in
 * its own queue jobs that can be aborted know no limit and no order.
 */
export class Threads {
  readonly #piscina: Piscina;
  readonly #runs = new Set<ThreadRun>();
  /** What threads without a job died of, until it is known whether one was to be started for a job. */
  readonly #deaths: unknown[] = [];
  readonly #onIdleDeath: (error: unknown) => void;

  /**
   * @param onIdleDeath is told of a thread that died while it ran nothing
   * @throws Error of Node's where a flag in `execArgv` is unknown, or none for threads
   */
  constructor(options: ResolvedPoolOptions, onIdleDeath: (error: unknown) => void) {
    this.#onIdleDeath = onIdleDeath;
    checkFlags(options);
    this.#piscina = this.#open(options);
  }

  run(job: Job): ThreadRun {
    const run = new ThreadRun(job, this.#piscina);
    this.#runs.add(run);
    const forget = (): boolean => this.#runs.delete(run);
    run.outcome.then(forget, forget);
    return run;
  }

  /** Ends all threads, whatever they do; fulfilled when they have ended. */
  async end(): Promise<void> {
    // Without any there is nothing to end but jobs that never got one, which have been told so.
    if (this.#piscina.threads.length > 0) await this.#piscina.destroy();
  }

  #open({ minThreads, maxThreads, idleTimeout, ...given }: ResolvedPoolOptions): Piscina {
    const { resourceLimits, env, execArgv } = given;
    const piscina = new Piscina({
      filename: RUN_JOB,
      name: 'runJob',
      minThreads,
      maxThreads,
      idleTimeout,
      ...(resourceLimits && { resourceLimits }),
      ...(env && { env }),
      ...(execArgv && { execArgv: [...execArgv] }),
      // Between jobs a thread's event loop goes on, so its timers and connections do.
      atomics: 'disabled',
      recordTiming: false,
      loadBalancer: (task, workers) => {
        const idle = workers.find(({ currentUsage }) => currentUsage === 0);
        if (idle === undefined) return null;
        const run = task[queueOptionsSymbol] as ThreadRun;
        run.thread = piscina.threads.find(({ threadId }) => threadId === idle.id);
        return idle;
      },
    });
    piscina.on('error', (error) => this.#deaths.push(error));
    // piscina is in the middle of it: first it tells of the error, and fails the job of the thread.
    piscina.on('workerDestroy', () => setImmediate(() => this.#failStranded()));
    return piscina;
  }

  /** A job whose thread died before it was ready is kept by piscina for one that never comes. */
  #failStranded(): void {
    const runs = [...this.#runs];
    const busy = new Set<Worker | undefined>(runs.map(({ thread }) => thread));
    const free = this.#piscina.threads.filter((thread) => !busy.has(thread)).length;
    const starting = runs.filter(({ thread }) => thread === undefined);
    const stranded = starting.slice(0, Math.max(starting.length - free, 0));
    for (const run of stranded) run.failStart(this.#deaths.shift());
    if (stranded.length > 0) return;
    for (const cause of this.#deaths.splice(0)) this.#onIdleDeath(cause);
  }
}

/** Node looks at the flags when it makes a thread; the first call would be late to hear of them. */
function checkFlags({ execArgv }: ResolvedPoolOptions): void {
  if (execArgv === undefined) return;
  const probe = new Worker('', { eval: true, execArgv: [...execArgv] });
  // What a preloaded module may throw is told of when it fails a call.
  probe.on('error', () => undefined);
  void probe.terminate();
}
