import type { JobOutcome } from './thread/run-job.js';
import type { Job, ThreadRun } from './thread-run.js';
import type { Threads } from './threads.js';

/** A job from its submission to its outcome, first waiting for a thread, then running on it. */
export class PoolTask {
  /** The lane in the pool's queue. */
  readonly lane: object;
  readonly outcome: Promise<JobOutcome>;
  /** Resolves when the task no longer waits or occupies a thread. */
  readonly released: Promise<void>;
  readonly #job: Job;
  #run: ThreadRun | undefined;
  // Assigned by the promises in the constructor.
  #resolve!: (outcome: JobOutcome) => void;
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

  /** Rejects the outcome immediately and stops the thread. A waiting task must not be started then. */
  abort(reason: unknown): void {
    this.#reject(reason);
    if (this.#run === undefined) this.#release();
    else this.#run.stop();
  }
}
