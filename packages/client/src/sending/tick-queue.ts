import type { WaitingCalls } from './waiting-calls.js';

/** Sends calls together, which have the same headers. */
export type Send = (group: readonly WaitingCalls[], headers: Headers) => void;

interface Group {
  readonly headers: Headers;
  readonly members: WaitingCalls[];
}

/**
 * Collects the calls of one tick, those that are made after a promise that was already settled
 * included, and sends what has the same headers together, in groups of `maxSize` at most.
 */
export function tickQueue(
  maxSize: number,
  send: Send,
): (waiting: WaitingCalls, headers: Headers) => void {
  const groups = new Map<string, Group>();

  function flush(): void {
    for (const [key, { headers, members }] of groups) {
      groups.delete(key);
      const left = members.filter(({ isOver }) => !isOver);
      for (let first = 0; first < left.length; first += maxSize) {
        send(left.slice(first, first + maxSize), headers);
      }
    }
  }

  return (waiting, headers) => {
    if (groups.size === 0) setTimeout(flush);
    // In the order of their names, in lower case.
    const key = JSON.stringify([...headers]);
    const group = groups.get(key) ?? { headers, members: [] };
    groups.set(key, group);
    group.members.push(waiting);
  };
}
