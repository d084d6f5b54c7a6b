import PQueue from 'p-queue';

/** How many background tasks of an entrypoint run and wait. */
export interface BackgroundQueueOptions {
  readonly concurrency: number;
  readonly maxPending: number;
}

/** Runs the background tasks of an entrypoint, those of each HTTP request in their order. */
export class BackgroundQueue {
  readonly #options: BackgroundQueueOptions;
  readonly #shutdown: { readonly isAborted: boolean };
  #queue: PQueue | undefined;
  /** Tasks that were added and haven't begun; kept by the task lists. */
  waiting = 0;

  /** @param shutdown says whether the shutdown is forced */
  constructor(options: BackgroundQueueOptions, shutdown: { readonly isAborted: boolean }) {
    this.#options = options;
    this.#shutdown = shutdown;
  }

  get isAborted(): boolean {
    return this.#shutdown.isAborted;
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
