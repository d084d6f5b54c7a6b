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

  /** Whether the shutdown is forced, so that tasks that haven't begun are dropped. */
  get isAborted(): boolean {
    return this.#queue.isAborted;
  }

  /** Returns whether the task will run: not if the others have already ended. */
  add(task: () => MaybePromise<void>): boolean {
    if (this.#hasEnded) return false;
    this.#tasks.push(task);
    this.#queue.waiting += 1;
    return true;
  }

  /** Runs the tasks one after another as soon as the entrypoint's queue has room. */
  async run(): Promise<void> {
    if (!this.isEmpty) await this.#queue.run(() => this.#runAll());
    this.close();
  }

  /** From now on no task is added. */
  close(): void {
    this.#hasEnded = true;
  }

  async #runAll(): Promise<void> {
    for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
      this.#queue.waiting -= 1;
      await task();
    }
    this.close();
  }
}
