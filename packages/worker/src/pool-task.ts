import type { Outcome } from './thread/outcome.js';
import type { Job, ThreadRun } from './thread-run.js';
import type { Threads } from './threads.js';

/** A job from its submission to its outcome, while it waits for a thread and while it has one. */
export class PoolTask {
  /** Tasks of one lane wait for each other. */
  readonly lane: object;
  readonly outcome: Promise<Outcome>;
  /** Fulfilled when it neither waits nor holds a thread. */
  readonly released: Promise<void>;
  readonly #job: Job;
  #run: ThreadRun | undefined;
  // The constructor's promises set them at once.
  #resolve!: (outcome: Outcome) => void;
  #reject!: (reason: unknown) => void;
  #release!: (released?: PromiseLike<void>) => void;

  constructor(job: Job, lane: object) {
    this.#job = job;
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
    const run = threads.run(this.#job);
    this.#run = run;
    run.outcome.then(this.#resolve, this.#reject);
    this.#release(run.released);
  }

  /** Rejects the outcome at once, whatever the thread still does; one that waits is not to be started. */
  abort(reason: unknown): void {
    this.#reject(reason);
    if (this.#run === undefined) this.#release();
    else this.#run.stop();
  }
}
