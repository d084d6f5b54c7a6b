import { LimitExceeded } from '@jsonrpc-kit/core';
import type * as v from 'valibot';
import type { StatementLine } from './statement-line.js';

type Line = v.InferOutput<typeof StatementLine>;

/** A subscriber with more unread movements reads too slowly. */
const MAX_UNREAD = 1_000;

/** Passes the movements of this process to the subscriptions of their accounts. */
export class MovementFeed {
  readonly #readers = new Map<string, Set<(line: Line) => void>>();

  publish(accountId: string, line: Line): void {
    for (const receive of this.#readers.get(accountId) ?? []) receive(line);
  }

  /** Returns the movements of an account from now on, until the signal fires. */
  subscribe(accountId: string, signal: AbortSignal): AsyncIterable<Line> {
    const unread: Line[] = [];
    let wake = (): void => undefined;
    const receive = (line: Line): void => {
      if (unread.length <= MAX_UNREAD) unread.push(line);
      wake();
    };
    const readers = this.#readers.get(accountId) ?? new Set();
    this.#readers.set(accountId, readers.add(receive));
    signal.addEventListener('abort', () => {
      readers.delete(receive);
      if (readers.size === 0) this.#readers.delete(accountId);
      wake();
    });
    return (async function* () {
      while (!signal.aborted) {
        if (unread.length > MAX_UNREAD) throw new LimitExceeded();
        const line = unread.shift();
        if (line !== undefined) yield line;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    })();
  }
}
