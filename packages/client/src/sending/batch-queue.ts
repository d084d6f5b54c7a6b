import type { PendingCalls } from './pending-calls.js';

/** Calls to send in one HTTP request, which have the same headers. */
export interface CallGroup {
  readonly headers: Headers;
  readonly members: readonly PendingCalls[];
}

/**
 * Collects the calls of one tick of the event loop, including those made in promise callbacks, and
 * sends those with the same headers together, in groups of at most `maxSize`.
 */
export class BatchQueue {
  readonly #maxSize: number;
  readonly #send: (group: CallGroup) => void;
  readonly #groups = new Map<string, { headers: Headers; members: PendingCalls[] }>();

  constructor(maxSize: number, send: (group: CallGroup) => void) {
    this.#maxSize = maxSize;
    this.#send = send;
  }

  add(pending: PendingCalls, headers: Headers): void {
    if (this.#groups.size === 0) setTimeout(() => this.#flush());
    // `Headers` iterates over its lower-case names in alphabetical order.
    const key = JSON.stringify([...headers]);
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, { headers, members: [pending] });
    else group.members.push(pending);
  }

  #flush(): void {
    for (const [key, { headers, members }] of this.#groups) {
      this.#groups.delete(key);
      const unsettled = members.filter(({ isSettled }) => !isSettled);
      for (let first = 0; first < unsettled.length; first += this.#maxSize) {
        this.#send({ headers, members: unsettled.slice(first, first + this.#maxSize) });
      }
    }
  }
}
