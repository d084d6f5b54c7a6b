import { createDeferred } from '../async/deferred.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';

/** The calls of an entrypoint that wait for the slots of their messages: the functions that begin them. */
export type SlotWaits = Set<() => void>;

/**
 * The slot of the scheduler that a message keeps from its shared dependencies on, until its calls need it no
 * longer. Otherwise, other messages would get it, and wait for the connections that this one holds while its
 * calls wait for a slot.
 */
export class MessageSlot {
  readonly #freed = createDeferred();
  readonly #waits: SlotWaits;
  #isBusy = false;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];

  constructor(waits: SlotWaits) {
    this.#waits = waits;
  }

  /** Resolves when the message needs the slot no longer. */
  get freed(): Promise<void> {
    return this.#freed.promise;
  }

  get isIdle(): boolean {
    return !this.#isBusy;
  }

  /**
   * Runs a call in the slot, after those that already wait for it.
   *
   * @param run must not throw or reject
   */
  run<T>(run: () => MaybePromise<T>): MaybePromise<T> {
    if (!this.#isBusy) return this.#start(run);
    return new Promise((resolve) => {
      const begin = (): void => {
        // A forced shutdown may have begun it already.
        if (this.#waits.delete(begin)) resolve(this.#start(run));
        else this.#startNext();
      };
      this.#waits.add(begin);
      this.#waiting.push(begin);
    });
  }

  #start<T>(run: () => MaybePromise<T>): MaybePromise<T> {
    this.#isBusy = true;
    const running = run();
    if (isPromise(running)) void running.then(() => this.#startNext());
    else this.#startNext();
    return running;
  }

  #startNext(): void {
    this.#isBusy = false;
    const begin = this.#waiting.shift();
    if (begin !== undefined) begin();
    else if (this.#isOver) this.#freed.resolve();
  }

  /** Frees the slot when the calls that run in it, and wait for it, have ended. */
  free(): void {
    this.#isOver = true;
    if (!this.#isBusy) this.#freed.resolve();
  }
}
