import { EventsLost, LimitExceeded } from '@jsonrpc-kit/core';
import { continueWith, ignoreRejection, isPromise } from '@jsonrpc-kit/core/internal';
import type { EncodedEvent, EventReader, MaybePromise } from '@jsonrpc-kit/core/types';
import type { Continuation } from './continue-after.js';
import { formatCursor, parseCursor, type Position, START, UNKNOWN_MARK } from './cursor.js';
import type { FeedSubscriber, KeyFeed, PositionedEvent, Waiter } from './key-feed.js';

/**
 * What happens to a subscriber whose next event is no longer in the history, because it reads too slowly:
 *
 * - `'close'` ends the subscription with LimitExceeded. The default.
 * - `'drop-oldest'` continues with the oldest event of the history.
 * - `'latest'` continues with the newest event.
 *
 * The next event has the exact number of missing events in `dropped`.
 */
export type SlowReaderPolicy = 'close' | 'drop-oldest' | 'latest';

export function eventsLost(bounds: {
  readonly oldest: Position | undefined;
  readonly newest: Position | undefined;
}): EventsLost {
  const cursorOf = (position: Position | undefined): string | null =>
    position === undefined ? null : formatCursor(position);
  return new EventsLost({ oldest: cursorOf(bounds.oldest), newest: cursorOf(bounds.newest) });
}

/** The position of a text that isn't a cursor. No history contains it. */
const NOWHERE: Position = { seq: -1, mark: '' };

/** A subscriber: a position in the history of a key. */
export class FeedReader implements EventReader, FeedSubscriber {
  isWaiting = false;
  attached: Promise<void> | undefined;
  readonly #feed: KeyFeed;
  readonly #policy: SlowReaderPolicy;
  #position: Position = START;
  /** The generation of the feed when the position was last read from it or from the store. */
  #generation = 0;
  /** Events that were read from the store: after a cursor, or because the tail doesn't contain them. */
  #page: PositionedEvent[] = [];
  #dropped = 0;
  #isFetching = false;
  #isClosed = false;
  #failure: { readonly error: unknown } | undefined;
  /** Waits for an event, or for the store. */
  #waiter: Waiter | undefined;

  /** @throws EventsLost if the store is synchronous and has lost the cursor */
  constructor(feed: KeyFeed, cursor: string | undefined, policy: SlowReaderPolicy) {
    this.#feed = feed;
    this.#policy = policy;
    try {
      const attached = continueWith(feed.attach(this), () => this.#begin(cursor));
      if (isPromise(attached)) {
        this.attached = ignoreRejection(
          attached.then(
            () => {
              this.attached = undefined;
            },
            (error: unknown) => {
              this.close();
              throw error;
            },
          ),
        );
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  next(): EncodedEvent | undefined {
    while (!this.#isClosed) {
      const failure = this.#failure ?? this.#feed.failure;
      if (failure !== undefined) throw failure.error;
      const item = this.#page.length > 0 ? this.#page.shift() : this.#nextOfTail();
      if (item !== undefined) return this.#advance(item);
      const hasAll =
        this.#generation === this.#feed.generation && this.#position.seq >= this.#feed.newest.seq;
      if (hasAll || !this.#fetch()) return undefined;
    }
    return undefined;
  }

  whenReady(waiter: Waiter): void {
    this.#waiter = waiter;
    if (!this.#isFetching) this.#feed.wait(this);
  }

  ready(): void {
    this.#waiter?.ready();
  }

  /** The position is enough to read them again. */
  pause(): void {
    this.#page = [];
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#page = [];
    this.#feed.detach(this);
    this.ready();
    this.#waiter = undefined;
  }

  #begin(cursor: string | undefined): MaybePromise<void> {
    this.#generation = this.#feed.generation;
    if (cursor === undefined) {
      this.#position = this.#feed.newest;
      return undefined;
    }
    const position = parseCursor(cursor) ?? NOWHERE;
    return continueWith(this.#feed.readAfter(position, false), (read) => {
      if (read.kind === 'lost') throw eventsLost(read);
      this.#position = position;
      this.#page = read.events.map((event) => this.#feed.encode(event));
    });
  }

  #nextOfTail(): PositionedEvent | undefined {
    return this.#generation === this.#feed.generation
      ? this.#feed.after(this.#position.seq)
      : undefined;
  }

  #advance(item: PositionedEvent): EncodedEvent {
    this.#position = item.position;
    if (this.#dropped === 0) return item.event;
    const event = item.event.with({ dropped: this.#dropped });
    this.#dropped = 0;
    return event;
  }

  /** Reads the store. Returns whether it has responded synchronously. */
  #fetch(): boolean {
    if (this.#isFetching) return false;
    const { generation } = this.#feed;
    const reading = this.#feed.readAfter(this.#position, true);
    if (!isPromise(reading)) {
      this.#receive(reading, generation);
      return this.#page.length > 0 || this.#failure !== undefined || reading.kind === 'lost';
    }
    this.#isFetching = true;
    const finish = (work: () => void): void => {
      this.#isFetching = false;
      work();
      this.ready();
    };
    reading.then(
      (read) => finish(() => this.#receive(read, generation)),
      (error: unknown) => finish(() => (this.#failure = { error })),
    );
    return false;
  }

  #receive(read: Continuation, generation: number): void {
    this.#generation = generation;
    if (read.kind === 'events') {
      this.#page = read.events.map((event) => this.#feed.encode(event));
    } else {
      this.#skip(read);
    }
  }

  /** Applies the policy, because the events after the position are gone. */
  #skip({ oldest, newest }: Extract<Continuation, { kind: 'lost' }>): void {
    const { seq } = this.#position;
    // The history contains the position's number, or ends before it: the store was emptied or restored.
    if (newest === undefined || newest.seq <= seq || (oldest !== undefined && oldest.seq <= seq)) {
      this.#failure = { error: eventsLost({ oldest, newest }) };
      return;
    }
    if (this.#policy === 'close') {
      this.#failure = { error: new LimitExceeded() };
      return;
    }
    const first = this.#policy === 'latest' ? newest : oldest;
    // Without an oldest event, the newest one is gone, too.
    const next = oldest === undefined || first === undefined ? newest.seq + 1 : first.seq;
    this.#dropped += next - 1 - seq;
    this.#position = next > newest.seq ? newest : { seq: next - 1, mark: UNKNOWN_MARK };
  }
}
