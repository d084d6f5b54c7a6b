import { cursor, dependency, type Dependency, signal } from '@jsonrpc-kit/core';
import {
  checkOptions,
  continueWith,
  EncodedEvent,
  isPromise,
  oneOf,
  type OptionKinds,
} from '@jsonrpc-kit/core/internal';
import type { ChannelEvent, MaybePromise, TransactionExecutor } from '@jsonrpc-kit/core/types';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type ChannelStream, createStream } from './channel-stream.js';
import type { Channel, Feed, Publisher, ReadOptions, SubscribeOptions } from './channel.js';
import { continueAfter } from './continue-after.js';
import { formatCursor, parseCursor, START } from './cursor.js';
import { eventsLost, FeedReader } from './feed-reader.js';
import { type FeedOwner, KeyFeed, type PositionedEvent } from './key-feed.js';
import { compileParse } from './parse.js';
import type { EventLog, EventStore, History, StoredEvent } from './store.js';

const MAX_KEY_LENGTH = 255;
const MAX_READ = 1_000;

/** PostgreSQL rejects U+0000, and drivers replace half of a surrogate pair, so two keys could be equal. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;

const SUBSCRIBE_KINDS: OptionKinds<Pick<SubscribeOptions, 'policy'>> = {
  policy: oneOf('close', 'drop-oldest', 'latest'),
};

/** A channel as it was declared, with the defaults of its options. */
export interface Declaration {
  readonly name: string;
  readonly keySchema: StandardSchemaV1;
  readonly eventSchema: StandardSchemaV1;
  readonly history: History;
  readonly store: EventStore;
  readonly transaction: Dependency | undefined;
  readonly executor: ((transaction: unknown) => TransactionExecutor) | undefined;
  readonly maxEventLength: number;
}

/** An event that is ready to be stored. */
interface PreparedEvent {
  readonly key: string;
  readonly json: string;
}

/** A channel whose events are in a store, with a feed for each key that has subscribers. */
export class StoredChannel implements Channel<unknown, unknown>, FeedOwner {
  readonly name: string;
  readonly log: EventLog;
  readonly feed: Dependency<Feed<unknown, unknown>>;
  readonly publisher: Dependency<Publisher<unknown, unknown>>;
  readonly #where: string;
  readonly #declaration: Declaration;
  readonly #parseKey: (value: unknown) => MaybePromise<unknown>;
  readonly #parseEvent: (value: unknown) => MaybePromise<unknown>;
  readonly #feeds = new Map<string, KeyFeed>();

  constructor(where: string, declaration: Declaration) {
    this.name = declaration.name;
    this.#where = where;
    this.#declaration = declaration;
    this.#parseKey = compileParse(`${where}: the key`, declaration.keySchema);
    this.#parseEvent = compileParse(`${where}: the event`, declaration.eventSchema);
    this.log = declaration.store.open(declaration.name, declaration.history);
    this.log.watch((keys, event) => this.#refresh(keys, event));
    this.feed = this.#createFeed();
    this.publisher = this.#createPublisher();
  }

  publish(key: unknown, event: unknown): MaybePromise<void> {
    return continueWith(this.#prepare(key, event), (prepared) =>
      this.log.append(prepared.key, prepared.json),
    );
  }

  subscribe(key: unknown, options: SubscribeOptions = {}): MaybePromise<ChannelStream<unknown>> {
    const reader = this.#read(key, options);
    const stream = createStream(reader);
    return reader.attached === undefined ? stream : reader.attached.then(() => stream);
  }

  async read(key: unknown, { after, limit }: ReadOptions): Promise<readonly ChannelEvent[]> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_READ) {
      throw new RangeError(`${this.#where}: limit must be an integer from 1 to ${MAX_READ}`);
    }
    const stored = this.#keyOf(await this.#parseKey(key));
    if (after === undefined) {
      const { events } = await this.log.read(stored, START.seq, limit);
      return events.map((event) => this.#toEvent(event));
    }
    const position = parseCursor(after);
    const page = await this.log.read(stored, (position?.seq ?? 1) - 1, limit + 1);
    const found = position && continueAfter(position, page, false);
    if (found?.kind !== 'events') throw eventsLost(page);
    return found.events.slice(0, limit).map((event) => this.#toEvent(event));
  }

  encode(event: StoredEvent): PositionedEvent {
    const { seq, mark, json } = event;
    const { eventSchema } = this.#declaration;
    return {
      position: { seq, mark },
      event: new EncodedEvent({ json, cursor: formatCursor(event), schema: eventSchema }),
    };
  }

  released(feed: KeyFeed): void {
    if (this.#feeds.get(feed.key) === feed) this.#feeds.delete(feed.key);
  }

  #toEvent(event: StoredEvent): ChannelEvent {
    // The cursor is always defined.
    return this.encode(event).event as EncodedEvent & ChannelEvent;
  }

  #read(key: unknown, options: SubscribeOptions): FeedReader {
    const { policy = 'close' } = options;
    checkOptions(this.#where, { policy }, SUBSCRIBE_KINDS);
    const parsed = this.#parseKey(key);
    if (isPromise(parsed)) {
      throw new TypeError(`${this.#where}: the schema of the key must be synchronous`);
    }
    const stored = this.#keyOf(parsed);
    let feed = this.#feeds.get(stored);
    if (feed === undefined) {
      feed = new KeyFeed(this, stored);
      if (feed.failure === undefined) this.#feeds.set(stored, feed);
    }
    return new FeedReader(feed, options.cursor, policy);
  }

  #refresh(keys: Iterable<string> | undefined, event: StoredEvent | undefined): void {
    if (keys === undefined) {
      for (const feed of this.#feeds.values()) feed.refresh();
      return;
    }
    for (const key of keys) this.#feeds.get(key)?.refresh(event);
  }

  /** @throws TypeError or RangeError if the key or event is invalid or too long */
  #prepare(key: unknown, event: unknown): MaybePromise<PreparedEvent> {
    return continueWith(this.#parseKey(key), (parsedKey) => {
      const stored = this.#keyOf(parsedKey);
      return continueWith(this.#parseEvent(event), (value) => ({
        key: stored,
        json: this.#encodeValue(value),
      }));
    });
  }

  #encodeValue(value: unknown): string {
    const json = JSON.stringify(value ?? null) as string | undefined;
    if (json === undefined) {
      throw new TypeError(`${this.#where}: an event can't be encoded as JSON`);
    }
    const { maxEventLength } = this.#declaration;
    if (json.length <= maxEventLength) return json;
    throw new RangeError(
      `${this.#where}: an event has ${json.length} characters, but maxEventLength is ${maxEventLength}`,
    );
  }

  #keyOf(key: unknown): string {
    const text = typeof key === 'number' ? String(key) : key;
    if (typeof text === 'string' && text.length <= MAX_KEY_LENGTH && STORABLE.test(text))
      return text;
    throw new RangeError(
      `${this.#where}: a key must be a number, or a string of at most ${MAX_KEY_LENGTH} characters ` +
        'without U+0000 and half surrogate pairs',
    );
  }

  #createFeed(): Dependency<Feed<unknown, unknown>> {
    const read = (key: unknown, options: SubscribeOptions): FeedReader => this.#read(key, options);
    return dependency(
      { cursor, signal },
      function* (context): Generator<Feed<unknown, unknown>, void> {
        const readers: FeedReader[] = [];
        try {
          yield (key, { policy } = {}) => {
            const reader = read(key, { policy, cursor: context.cursor });
            readers.push(reader);
            return createStream(reader, context.signal);
          };
        } finally {
          // A handler may throw before it returns its streams.
          for (const reader of readers) reader.close();
        }
      },
      { name: `${this.name}.feed` },
    );
  }

  #createPublisher(): Dependency<Publisher<unknown, unknown>> {
    const { transaction, executor, name } = this.#declaration;
    const { log } = this;
    const where = this.#where;
    const prepare = (key: unknown, event: unknown): MaybePromise<PreparedEvent> =>
      this.#prepare(key, event);
    const options = { name: `${name}.publisher` };
    if (transaction === undefined || executor === undefined) {
      return dependency(
        {},
        async function* () {
          const events: PreparedEvent[] = [];
          let state: 'running' | 'succeeded' | 'failed' = 'running';
          try {
            yield {
              publish: async (key: unknown, event: unknown) => {
                const prepared = await prepare(key, event);
                if (state === 'running') events.push(prepared);
                else if (state === 'succeeded') await log.append(prepared.key, prepared.json);
                else throw new Error(`${where}: the call has failed, so it publishes no events`);
              },
            };
          } catch (error) {
            state = 'failed';
            throw error;
          }
          const failures: Error[] = [];
          // Includes events that are added while others are stored.
          for (const { key, json } of events) {
            try {
              await log.append(key, json);
            } catch (cause) {
              const what = `${where}: an event of the key ${JSON.stringify(key)} was not published`;
              failures.push(new Error(what, { cause }));
            }
          }
          state = 'succeeded';
          if (failures.length > 1) {
            throw new AggregateError(
              failures,
              `${where}: ${failures.length} events were not published`,
            );
          }
          if (failures[0] !== undefined) throw failures[0];
        },
        options,
      );
    }
    return dependency(
      { transaction },
      async function* ({ transaction: tx }) {
        let hasPublished = false;
        const own = executor(tx);
        yield {
          publish: async (key: unknown, event: unknown) => {
            const prepared = await prepare(key, event);
            await log.append(prepared.key, prepared.json, own);
            hasPublished = true;
          },
        };
        // A transaction that ends before the response is committed. The store finds other events later.
        if (hasPublished) log.committed?.();
      },
      options,
    );
  }
}
