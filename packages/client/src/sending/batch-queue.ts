import { checkAtLeast } from '../number-options.js';
import type { PendingCalls } from './pending-calls.js';

/** Calls to send in one HTTP request, which have the same headers. */
export interface CallGroup {
  readonly headers: Headers;
  readonly members: readonly PendingCalls[];
}

/**
 * Returns a function that collects the calls of one tick of the event loop, including those made in promise
 * callbacks, and sends those with the same headers together, in groups of at most `maxSize`.
 *
 * @throws RangeError if `maxSize` is out of range
 */
export function createBatchQueue(
  { maxSize = 100 }: { readonly maxSize?: number | undefined },
  send: (group: CallGroup) => void,
): (pending: PendingCalls, headers: Headers) => void {
  checkAtLeast('createClient(): batch.maxSize', maxSize, 1);
  const groups = new Map<string, { headers: Headers; members: PendingCalls[] }>();
  const flush = (): void => {
    for (const [key, { headers, members }] of groups) {
      groups.delete(key);
      const unsettled = members.filter(({ isSettled }) => !isSettled);
      for (let first = 0; first < unsettled.length; first += maxSize) {
        send({ headers, members: unsettled.slice(first, first + maxSize) });
      }
    }
  };
  return (pending, headers) => {
    if (groups.size === 0) setTimeout(flush);
    // `Headers` iterates over its lower-case names in alphabetical order.
    const key = JSON.stringify([...headers]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { headers, members: [pending] });
    else group.members.push(pending);
  };
}
