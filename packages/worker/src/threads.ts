import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Piscina, queueOptionsSymbol } from 'piscina';
import type { ResolvedPoolOptions } from './pool-options.js';
import { type TaskSpec, ThreadRun } from './thread-run.js';

/**
 * The module that the threads run. The tests of this package import the sources, but their threads run
 * the build.
 */
const RUN_TASK = fileURLToPath(new URL('../dist/thread/run-task.js', import.meta.url));

/**
 * The threads, which piscina starts, ends and replaces. Piscina never gets more tasks than there can be
 * threads, because its own queue has no limit, and isn't fair to tasks with a signal.
 */
export class Threads {
  readonly #piscina: Piscina;
  readonly #runs = new Set<ThreadRun>();
  /** Errors of threads without a task, until it is clear whether the thread was starting for a task. */
  readonly #errors: unknown[] = [];
  readonly #onIdleCrash: (error: unknown) => void;

  /**
   * @param onIdleCrash called when a thread without a task crashes
   * @throws Error if Node doesn't accept a flag in `execArgv` for threads
   */
  constructor(options: ResolvedPoolOptions, onIdleCrash: (error: unknown) => void) {
    this.#onIdleCrash = onIdleCrash;
    checkFlags(options);
    this.#piscina = this.#open(options);
  }

  run(spec: TaskSpec): ThreadRun {
    const run = new ThreadRun(spec, this.#piscina);
    this.#runs.add(run);
    const remove = (): boolean => this.#runs.delete(run);
    run.outcome.then(remove, remove);
    return run;
  }

  /** Ends all threads, even those that run tasks. Resolves when they have ended. */
  async end(): Promise<void> {
    // Without threads, the only remaining tasks are those whose thread could not start. They have
    // already failed.
    if (this.#piscina.threads.length > 0) await this.#piscina.destroy();
  }

  #open({ minThreads, maxThreads, idleTimeout, ...options }: ResolvedPoolOptions): Piscina {
    const { resourceLimits, env, execArgv } = options;
    const piscina = new Piscina({
      filename: RUN_TASK,
      name: 'runTask',
      minThreads,
      maxThreads,
      idleTimeout,
      ...(resourceLimits && { resourceLimits }),
      ...(env && { env }),
      ...(execArgv && { execArgv: [...execArgv] }),
      // Otherwise idle threads would block their event loop, with its timers and connections.
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
    // Piscina emits this event before 'error', and before it fails the task of the thread.
    piscina.on('workerDestroy', () => setImmediate(() => this.#failStranded()));
    return piscina;
  }

  /** Fails tasks whose thread crashed before it was ready. Piscina would keep them forever. */
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

/**
 * Starts a thread so that Node checks the flags now. Otherwise an invalid flag would only fail the
 * first task.
 */
function checkFlags({ execArgv }: ResolvedPoolOptions): void {
  if (execArgv === undefined) return;
  const probe = new Worker('', { eval: true, execArgv: [...execArgv] });
  // An error in a preloaded module is ignored here, because it will fail the tasks.
  probe.on('error', () => undefined);
  void probe.terminate();
}
