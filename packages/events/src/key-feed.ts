import type { MaybePromise } from '@jsonrpc-kit/core/types';
import { continueWith, isPromise } from '@jsonrpc-kit/core/internal';
import type { EncodedEvent } from '@jsonrpc-kit/core/types';
import { type Position, START } from './cursor.js';
import { type Continuation, continueAfter } from './continue-after.js';
import { readWithRetries } from './read-with-retries.js';
import type { EventLog, HistoryPage, StoredEvent } from './store.js';

/** An event with its position. Subscribers keep the position, but not the event. */
export interface PositionedEvent {
  readonly position: Position;
  readonly event: EncodedEvent;
}

/** Something that waits for the next event. */
export interface Waiter {
  ready(): void;
}

/** A subscriber of a feed. */
export interface FeedSubscriber extends Waiter {
  /** Whether the feed calls `ready()` at its next change. Only the feed sets it. */
  isWaiting: boolean;
}

/** What a feed uses of its channel. */
export interface FeedOwner {
  readonly log: EventLog;
  encode(event: StoredEvent): PositionedEvent;
  /** Forgets a feed without subscribers. */
  released(feed: KeyFeed): void;
}

/** The number of newest events that subscribers share, so that they don't read them from the store. */
const TAIL_EVENTS = 256;

/** The characters of these events. One event may be larger. */
const TAIL_CHARACTERS = 64 * 1024;

/** The number and the characters of reported events that the feed keeps while it reads those before. */
const MAX_REPORTED = 256;
const MAX_REPORTED_CHARACTERS = 1_024;

/** The number of events that are read at once. More would pass by the tail before subscribers see them. */
const PAGE = 128;

/**
 * Follows the events of one key for all subscribers of this process. A subscriber is a position, and reads
 * the tail, or the store if it is further behind.
 */
export class KeyFeed {
  readonly key: string;
  readonly #owner: FeedOwner;
  #release: (() => void) | undefined;
  readonly #subscribers = new Set<FeedSubscriber>();
  #waiting = 0;
  #tail: PositionedEvent[] = [];
  #tailCharacters = 0;
  #attached: MaybePromise<void>;
  #isReading = false;
  #isStale = false;
  /** Events that the store has reported while the feed was reading. */
  #reported: StoredEvent[] = [];
  /** The newest event that the feed has seen. */
  newest: Position = START;
  /**
   * Increases when events between two newest ones are gone, so that the tail doesn't continue the positions
   * of subscribers. They read the store instead.
   */
  generation = 0;
  /** Why the feed has ended; undefined while it follows. */
  failure: { readonly error: unknown } | undefined;

  constructor(owner: FeedOwner, key: string) {
    this.#owner = owner;
    this.key = key;
    this.#release = owner.log.retain?.(key);
    this.#attached = continueWith(this.#read(Number.MAX_SAFE_INTEGER, 0), ({ newest }) => {
      this.newest = newest ?? START;
      this.#attached = undefined;
      if (!this.#isStale && this.#reported.length === 0) return;
      // Reads what was reported meanwhile, after the subscribers have begun at the position before it.
      this.#reported = [];
      this.refresh();
    });
    if (isPromise(this.#attached)) this.#attached.then(undefined, this.#fail);
  }

  /** Adds a subscriber. Settled when the feed misses no later event. */
  attach(subscriber: FeedSubscriber): MaybePromise<void> {
    this.#subscribers.add(subscriber);
    return this.#attached;
  }

  /** Removes a subscriber. */
  detach(subscriber: FeedSubscriber): void {
    this.#subscribers.delete(subscriber);
    if (subscriber.isWaiting) this.#waiting -= 1;
    if (this.#subscribers.size > 0) return;
    this.#release?.();
    this.#release = undefined;
    this.failure ??= { error: new Error('The feed was closed') };
    this.#owner.released(this);
  }

  /** Calls a subscriber, which has read everything, once when something has changed. */
  wait(subscriber: FeedSubscriber): void {
    // A subscriber may close its stream in a function of `map()`, and then wait.
    if (subscriber.isWaiting || !this.#subscribers.has(subscriber)) return;
    subscriber.isWaiting = true;
    this.#waiting += 1;
    // Thousands of keys with a tail would hold too much memory.
    if (this.#waiting === this.#subscribers.size) this.#clearTail();
  }

  /** Returns the event after a number if the tail contains it. */
  after(seq: number): PositionedEvent | undefined {
    const first = this.#tail[0];
    return first === undefined ? undefined : this.#tail[seq + 1 - first.position.seq];
  }

  /** Reads events after a position, with the bounds of the history. */
  readAfter(position: Position, isTrusted: boolean): MaybePromise<Continuation> {
    // Includes the event at the position, to compare its mark.
    const page = this.#read(position.seq - 1, PAGE);
    return continueWith(page, (read) => continueAfter(position, read, isTrusted));
  }

  encode(event: StoredEvent): PositionedEvent {
    return this.#owner.encode(event);
  }

  /** Takes the event that the store has reported, or reads what is new. */
  refresh(reported?: StoredEvent): void {
    if (reported === undefined || !this.#keep(reported)) this.#isStale = true;
    if (this.#isReading || this.#attached !== undefined) return;
    if (this.#takeReported()) this.#wake();
    while (this.#isStale && this.failure === undefined) {
      this.#isStale = false;
      try {
        const reading = this.readAfter(this.newest, true);
        if (isPromise(reading)) {
          this.#isReading = true;
          void reading.then(this.#onRead).catch(this.#fail);
          return;
        }
        this.#receive(reading);
      } catch (error) {
        // The store was closed. The caller, such as a Redis client, must not receive the error.
        this.#fail(error);
      }
    }
  }

  readonly #onRead = (read: Continuation): void => {
    this.#isReading = false;
    this.#receive(read);
    if (this.#isStale) this.refresh();
  };

  #keep(event: StoredEvent): boolean {
    if (this.#reported.length >= MAX_REPORTED || event.json.length > MAX_REPORTED_CHARACTERS) {
      return false;
    }
    this.#reported.push(event);
    return true;
  }

  /** Takes the reported events that follow the newest one, and returns whether there are any. */
  #takeReported(): boolean {
    if (this.#reported.length === 0) return false;
    const { newest } = this;
    for (const event of this.#reported) {
      if (event.seq === this.newest.seq + 1) this.#push(this.#owner.encode(event));
      // Others before it are missing, or the store was emptied and numbers from 1 again.
      else if (!this.#contains(event)) this.#isStale = true;
    }
    this.#reported = [];
    return this.newest !== newest;
  }

  /** Whether the feed is known to have passed this event. */
  #contains({ seq, mark }: StoredEvent): boolean {
    const known = seq === this.newest.seq ? this.newest : this.after(seq - 1)?.position;
    return known?.mark === mark;
  }

  #receive(read: Continuation): void {
    if (read.kind === 'lost') {
      this.#clearTail();
      this.newest = read.newest ?? START;
      this.generation += 1;
    } else {
      for (const event of read.events) this.#push(this.#owner.encode(event));
      this.#isStale ||= read.hasMore;
    }
    const isNew = read.kind === 'lost' || read.events.length > 0;
    if (this.#takeReported() || isNew) this.#wake();
  }

  #clearTail(): void {
    if (this.#tail.length > 0) this.#tail = [];
    this.#tailCharacters = 0;
  }

  #push(item: PositionedEvent): void {
    this.#tail.push(item);
    this.#tailCharacters += item.event['~json'].length;
    this.newest = item.position;
    while (
      this.#tail.length > TAIL_EVENTS ||
      (this.#tailCharacters > TAIL_CHARACTERS && this.#tail.length > 1)
    ) {
      this.#tailCharacters -= this.#tail.shift()?.event['~json'].length ?? 0;
    }
  }

  #read(after: number, limit: number): MaybePromise<HistoryPage> {
    return readWithRetries(
      () => this.#owner.log.read(this.key, Math.max(after, 0), limit),
      () => this.failure !== undefined,
    );
  }

  readonly #fail = (error: unknown): void => {
    this.failure ??= { error };
    this.#owner.released(this);
    this.#wake();
  };

  #wake(): void {
    this.#waiting = 0;
    for (const subscriber of this.#subscribers) {
      if (!subscriber.isWaiting) continue;
      subscriber.isWaiting = false;
      subscriber.ready();
    }
  }
}
