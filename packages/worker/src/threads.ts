import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Piscina, queueOptionsSymbol } from 'piscina';
import type { ResolvedPoolOptions } from './pool-options.js';
import { type Job, ThreadRun } from './thread-run.js';

/** The module that the threads run. The tests of this package, which import the sources, run the build. */
const RUN_JOB = fileURLToPath(new URL('../dist/thread/run-job.js', import.meta.url));

/**
 * The threads, which piscina starts, ends and replaces. Piscina never gets more jobs than there can be
 * threads, because its own queue has no limit and no fairness for jobs with a signal.
 */
export class Threads {
  readonly #piscina: Piscina;
  readonly #runs = new Set<ThreadRun>();
  /** Errors of threads without a job, until it is clear whether a thread was starting for a job. */
  readonly #errors: unknown[] = [];
  readonly #onIdleCrash: (error: unknown) => void;

  /**
   * @param onIdleCrash called when a thread crashes that runs no job
   * @throws Error if Node doesn't accept a flag in `execArgv` for threads
   */
  constructor(options: ResolvedPoolOptions, onIdleCrash: (error: unknown) => void) {
    this.#onIdleCrash = onIdleCrash;
    checkFlags(options);
    this.#piscina = this.#open(options);
  }

  run(job: Job): ThreadRun {
    const run = new ThreadRun(job, this.#piscina);
    this.#runs.add(run);
    const remove = (): boolean => this.#runs.delete(run);
    run.outcome.then(remove, remove);
    return run;
  }

  /** Ends all threads, even those that run jobs. Resolves when they have ended. */
  async end(): Promise<void> {
    // Without threads, only jobs are left whose thread could not start, and they have failed already.
    if (this.#piscina.threads.length > 0) await this.#piscina.destroy();
  }

  #open({ minThreads, maxThreads, idleTimeout, ...options }: ResolvedPoolOptions): Piscina {
    const { resourceLimits, env, execArgv } = options;
    const piscina = new Piscina({
      filename: RUN_JOB,
      name: 'runJob',
      minThreads,
      maxThreads,
      idleTimeout,
      ...(resourceLimits && { resourceLimits }),
      ...(env && { env }),
      ...(execArgv && { execArgv: [...execArgv] }),
      // Keeps the event loop of an idle thread running, with its timers and connections.
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
    piscina.on('error', (error) => this.#errors.push(error));
    // Piscina emits this event before 'error', and before it fails the job of the thread.
    piscina.on('workerDestroy', () => setImmediate(() => this.#failStranded()));
    return piscina;
  }

  /** Fails jobs whose thread crashed before it was ready. Piscina would keep them forever. */
  #failStranded(): void {
    const runs = [...this.#runs];
    const busy = new Set<Worker | undefined>(runs.map(({ thread }) => thread));
    const free = this.#piscina.threads.filter((thread) => !busy.has(thread)).length;
    const starting = runs.filter(({ thread }) => thread === undefined);
    const stranded = starting.slice(0, Math.max(starting.length - free, 0));
    for (const run of stranded) run.failStart(this.#errors.shift());
    if (stranded.length > 0) return;
    for (const error of this.#errors.splice(0)) this.#onIdleCrash(error);
  }
}

/** Lets Node check the flags now, because otherwise the first task would fail for a wrong flag. */
function checkFlags({ execArgv }: ResolvedPoolOptions): void {
  if (execArgv === undefined) return;
  const probe = new Worker('', { eval: true, execArgv: [...execArgv] });
  // An error in a preloaded module is reported by the calls that it fails.
  probe.on('error', () => undefined);
  void probe.terminate();
}
