/** The items of one lane. `next` is the index of the first item that is still waiting. */
interface Lane<Item> {
  readonly items: (Item | undefined)[];
  next: number;
}

/** The number of items that a lane has handed out, and removes at once, because removing each is slow. */
const MAX_FINISHED = 1_024;

/**
 * A queue whose lanes take turns. A lane is usually an HTTP request, so a batch of a thousand calls
 * doesn't delay the single call of another client.
 */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #lanes = new Map<object, Lane<Item>>();
  #size = 0;

  /** The number of waiting items. */
  get size(): number {
    return this.#size;
  }

  /** Adds an item to the end of its lane. */
  enqueue(item: Item, lane: object = this): void {
    const waiting = this.#lanes.get(lane);
    if (waiting === undefined) this.#lanes.set(lane, { items: [item], next: 0 });
    else waiting.items.push(item);
    this.#size += 1;
  }

  /** Removes and returns the next item. Its lane then waits for the other lanes. */
  dequeue(): Item | undefined {
    const first = this.#lanes.entries().next();
    if (first.done === true) return undefined;
    const [key, lane] = first.value;
    const item = lane.items[lane.next];
    // Otherwise, a lane that always has waiting items would keep all that it has handed out.
    lane.items[lane.next] = undefined;
    lane.next += 1;
    if (lane.next === MAX_FINISHED) {
      lane.items.splice(0, lane.next);
      lane.next = 0;
    }
    this.#size -= 1;
    const isAlone = this.#lanes.size === 1;
    if (lane.next < lane.items.length && isAlone) return item;
    this.#lanes.delete(key);
    if (lane.next < lane.items.length) this.#lanes.set(key, lane);
    return item;
  }

  /** Removes an item from its lane. Returns whether it was in the queue. */
  remove(item: Item, lane: object = this): boolean {
    const waiting = this.#lanes.get(lane);
    const index = waiting?.items.indexOf(item, waiting.next) ?? -1;
    if (waiting === undefined || index === -1) return false;
    waiting.items.splice(index, 1);
    this.#size -= 1;
    if (waiting.next === waiting.items.length) this.#lanes.delete(lane);
    return true;
  }
}
