/** Counts unfinished work, so that a shutdown can wait for it. */
export class UnfinishedWork {
  /** The number of unfinished works. Only `begin()` and `end()` change it. */
  count = 0;
  #onIdle: (() => void)[] = [];

  /** Counts work that calls {@link end} when it has ended. Unlike {@link track}, needs no promise. */
  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    if (this.count > 0 || this.#onIdle.length === 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  /** Counts a promise until it is settled. The caller handles a rejection. */
  track(promise: Promise<unknown>): void {
    this.begin();
    const ended = (): void => this.end();
    promise.then(ended, ended);
  }

  /** Resolves as soon as all work has ended. */
  whenIdle(): Promise<void> {
    return this.count === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#onIdle.push(resolve);
        });
  }
}

/** Running work that can time out, and that a forced shutdown aborts. */
export interface TimedWork {
  /** The index in the list of running work. Only {@link RunningCalls} sets it. */
  runningIndex: number;
  /** The name of the method, or of what runs before the calls, for the log. */
  readonly name: string;
  /** The end of the time limit on the clock of `performance.now()`; may be `Infinity`. */
  readonly deadline: number;
  /** Called once when the deadline has passed. */
  timeOut(): void;
  /** Called when a shutdown is forced. */
  abort(reason: unknown): void;
}

/** Milliseconds by which the timer may be late before it counts as lost. */
const LOST_AFTER_MS = 1_000;

/**
 * The asynchronous work of an api that can time out: its calls, and the resolution of shared
 * dependencies. All deadlines share one timer, because a timer for each call would be expensive.
 */
export class RunningCalls {
  readonly work: UnfinishedWork = new UnfinishedWork();
  /** Whether the api has stopped accepting calls. Only `startClosing()` changes it. */
  isClosing = false;
  readonly #endless = new Set<() => void>();
  /** An array: V8 reallocates a `Set` whenever its last member leaves. */
  readonly #running: TimedWork[] = [];
  #abortReason: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakesAt = Infinity;

  /** Stops accepting calls, and ends the work that doesn't end by itself. */
  startClosing(): void {
    this.isClosing = true;
    for (const end of this.#endless) end();
  }

  /**
   * Counts work that doesn't end by itself until the returned function is called.
   *
   * @param end called when the api stops accepting calls
   */
  beginEndless(end: () => void): () => void {
    this.work.begin();
    this.#endless.add(end);
    return () => {
      if (this.#endless.delete(end)) this.work.end();
    };
  }

  /** Registers work, so that a shutdown waits for it and its deadline applies. */
  begin(work: TimedWork, now: number): void {
    work.runningIndex = this.#running.push(work) - 1;
    this.work.begin();
    if (work.deadline < this.#wakesAt) this.#wakeAt(work.deadline);
    // Some edge runtimes drop a timer together with the request that set it.
    else if (this.#wakesAt < now - LOST_AFTER_MS) this.#expireOverdue();
    if (this.#abortReason !== undefined) work.abort(this.#abortReason);
  }

  /** Removes work that has ended. */
  end(work: TimedWork): void {
    const last = this.#running.pop();
    if (last !== undefined && last !== work) {
      this.#running[work.runningIndex] = last;
      last.runningIndex = work.runningIndex;
    }
    this.work.end();
  }

  get isAborted(): boolean {
    return this.#abortReason !== undefined;
  }

  /** Aborts all running work and all work that begins later. Returns the work that was running. */
  abortAll(reason: unknown): readonly TimedWork[] {
    this.#abortReason = reason;
    const running = [...this.#running];
    for (const work of running) work.abort(reason);
    return running;
  }

  #wakeAt(time: number): void {
    clearTimeout(this.#timer);
    this.#wakesAt = time;
    if (time === Infinity) return;
    this.#timer = setTimeout(() => this.#expireOverdue(), Math.max(time - performance.now(), 0));
    // The process stays alive because of the sockets and other handles that running work waits for.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #expireOverdue(): void {
    // Timers may fire a fraction of a millisecond early.
    const now = performance.now() + 1;
    for (const work of this.#running.filter(({ deadline }) => deadline <= now)) work.timeOut();
    const deadlines = this.#running.map(({ deadline }) => deadline).filter((time) => time > now);
    this.#wakeAt(deadlines.reduce((first, time) => Math.min(first, time), Infinity));
  }
}

/**
 * The handlers and shared dependencies of an entrypoint that still run after their time limit. At
 * `max`, nothing new starts.
 */
export class AbandonedWork {
  readonly max: number;
  /** The number of them that run. Only `begin()` and `end()` change it. */
  count = 0;
  #onRoom: (() => void)[] = [];

  constructor(max: number) {
    this.max = max;
  }

  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    if (this.count < this.max) for (const callback of this.#onRoom.splice(0)) callback();
  }

  /** Calls the function once, as soon as there is room again. */
  whenRoom(callback: () => void): void {
    this.#onRoom.push(callback);
  }
}
