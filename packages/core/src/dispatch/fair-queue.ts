import type { Queue, QueueAddOptions } from 'p-queue';

type Task = () => Promise<unknown>;

/** Calls of one lane wait for each other; lanes take turns. */
export interface LaneOptions extends QueueAddOptions {
  /** The HTTP request that the call came with. */
  readonly lane?: object | undefined;
}

/**
 * A waiting line of p-queue in which HTTP requests take turns, so that one client's batch of a
 * thousand calls can't hold back another client's single call.
 */
export class FairQueue implements Queue<Task, LaneOptions> {
  /** In the order of their turns. */
  readonly #lanes = new Map<object, Task[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  enqueue(task: Task, options?: Partial<LaneOptions>): void {
    const lane = options?.lane ?? this;
    const waiting = this.#lanes.get(lane);
    if (waiting === undefined) this.#lanes.set(lane, [task]);
    else waiting.push(task);
    this.#size += 1;
  }

  dequeue(): Task | undefined {
    const first = this.#lanes.entries().next();
    if (first.done === true) return undefined;
    const [lane, waiting] = first.value;
    const task = waiting.shift();
    this.#lanes.delete(lane);
    if (waiting.length > 0) this.#lanes.set(lane, waiting);
    this.#size -= 1;
    return task;
  }

  filter(): Task[] {
    return [...this.#lanes.values()].flat();
  }

  setPriority(): never {
    throw new TypeError('Calls have no priority: HTTP requests take turns');
  }
}
