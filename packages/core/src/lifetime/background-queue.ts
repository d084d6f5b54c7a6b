import PQueue from 'p-queue';

/** How many background tasks of an entrypoint run and wait. */
export interface BackgroundQueueOptions {
  readonly concurrency: number;
  readonly maxPending: number;
}

/** Runs the background tasks of an entrypoint, those of each HTTP request in their order. */
export class BackgroundQueue {
  readonly #options: BackgroundQueueOptions;
  #queue: PQueue | undefined;
  /** Tasks that were added and haven't begun; kept by the task lists. */
  waiting = 0;
  /** Whether the tasks that haven't begun are given up, as in a forced shutdown. */
  isStopped = false;

  constructor(options: BackgroundQueueOptions) {
    this.#options = options;
  }

  /** Whether so many tasks wait that new calls are rejected. */
  get isFull(): boolean {
    return this.waiting >= this.#options.maxPending;
  }

  run(job: () => Promise<void>): Promise<void> {
    this.#queue ??= new PQueue({ concurrency: this.#options.concurrency });
    return this.#queue.add(job);
  }
}
