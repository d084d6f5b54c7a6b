/**
 * Tasks that wait for a thread. Those of one lane wait for each other and lanes take turns, so that
 * one client's batch does not hold back another client's single call.
 */
export class TaskQueue<Task extends { readonly lane: object }> {
  /** In the order of their turns; none is empty. */
  readonly #lanes = new Map<object, Set<Task>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(task: Task): void {
    const waiting = this.#lanes.get(task.lane);
    if (waiting === undefined) this.#lanes.set(task.lane, new Set([task]));
    else waiting.add(task);
    this.#size += 1;
  }

  /** The next task; its lane goes behind the others. */
  take(): Task | undefined {
    const first = this.#lanes.entries().next();
    if (first.done === true) return undefined;
    const [lane, waiting] = first.value;
    const [task] = waiting;
    if (task === undefined) return undefined;
    this.delete(task);
    if (this.#lanes.delete(lane)) this.#lanes.set(lane, waiting);
    return task;
  }

  /** Whether it was waiting. */
  delete(task: Task): boolean {
    const waiting = this.#lanes.get(task.lane);
    if (waiting?.delete(task) !== true) return false;
    if (waiting.size === 0) this.#lanes.delete(task.lane);
    this.#size -= 1;
    return true;
  }
}
