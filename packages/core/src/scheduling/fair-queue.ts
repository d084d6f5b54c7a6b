/** Calls of one lane wait for each other; lanes take turns. */
export interface LaneOptions {
  /** The HTTP request that the call came with. */
  readonly lane?: object | undefined;
  /** Never given: it makes the options those of a `PQueue` too. */
  readonly priority?: never;
}

/** What waits in one lane; `next` is the index of the first that does. */
interface Lane<Item> {
  readonly items: Item[];
  next: number;
}

/**
 * A waiting line in which HTTP requests take turns, so that one client's batch of a thousand calls
 * can't hold back another client's single call.
 */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #lanes = new Map<object, Lane<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  enqueue(item: Item, lane: object = this): void {
    const waiting = this.#lanes.get(lane);
    if (waiting === undefined) this.#lanes.set(lane, { items: [item], next: 0 });
    else waiting.items.push(item);
    this.#size += 1;
  }

  dequeue(): Item | undefined {
    const first = this.#lanes.entries().next();
    if (first.done === true) return undefined;
    const [key, lane] = first.value;
    const item = lane.items[lane.next];
    lane.next += 1;
    this.#size -= 1;
    const isAlone = this.#lanes.size === 1;
    if (lane.next < lane.items.length && isAlone) return item;
    this.#lanes.delete(key);
    if (lane.next < lane.items.length) this.#lanes.set(key, lane);
    return item;
  }
}
