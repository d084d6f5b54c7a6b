import type { TaskOutcome } from './thread/run-task.js';
import type { TaskSpec, ThreadRun } from './thread-run.js';
import type { Threads } from './threads.js';

/** A task from its submission to its outcome. It first waits for a thread, and then runs on it. */
export class PoolTask {
  /** The lane in the pool's queue. */
  readonly lane: object;
  readonly outcome: Promise<TaskOutcome>;
  /** Resolves when the task no longer waits or occupies a thread. */
  readonly released: Promise<void>;
  readonly #spec: TaskSpec;
  #run: ThreadRun | undefined;
  // Assigned by the promises in the constructor.
  #resolve!: (outcome: TaskOutcome) => void;
  #reject!: (reason: unknown) => void;
  #release!: (released?: PromiseLike<void>) => void;

  constructor(spec: TaskSpec, lane: object) {
    this.#spec = spec;
    this.lane = lane;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  start(threads: Threads): void {
    const run = threads.run(this.#spec);
    this.#run = run;
    run.outcome.then(this.#resolve, this.#reject);
    this.#release(run.released);
  }

  /**
   * Rejects the outcome immediately and stops the thread. A task that is still waiting must not be
   * started later.
   */
  abort(reason: unknown): void {
    this.#reject(reason);
    if (this.#run === undefined) this.#release();
    else this.#run.stop();
  }
}
