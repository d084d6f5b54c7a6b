import type { MaybePromise } from '../flow/maybe-promise.js';
import type { BackgroundQueue } from './background-queue.js';

/** The background tasks of one HTTP request, or of one notification, in their order. */
export class TaskList {
  readonly #queue: BackgroundQueue;
  readonly #tasks: (() => MaybePromise<void>)[] = [];
  #hasEnded = false;

  constructor(queue: BackgroundQueue) {
    this.#queue = queue;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Returns whether the task will run: not if the others have already ended. */
  add(task: () => MaybePromise<void>): boolean {
    if (this.#hasEnded) return false;
    this.#tasks.push(task);
    this.#queue.waiting += 1;
    return true;
  }

  /** Runs the tasks one after another as soon as the entrypoint's queue has room. */
  run(): Promise<void> {
    if (!this.isEmpty) return this.#queue.run(() => this.#runAll());
    this.#hasEnded = true;
    return Promise.resolve();
  }

  async #runAll(): Promise<void> {
    for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
      this.#queue.waiting -= 1;
      if (!this.#queue.isStopped) await task();
    }
    this.#hasEnded = true;
  }
}
