import { cursor, dependency, type Dependency, signal } from '@jsonrpc-kit/core';
import {
  callback,
  checkOptions,
  continueWith,
  EncodedEvent,
  isPromise,
  object,
  type OptionKind,
  type OptionKinds,
  oneOf,
  positive,
  positiveOrInfinity,
  schema,
} from '@jsonrpc-kit/core/internal';
import type {
  ChannelEvent,
  Jsonify,
  MaybePromise,
  TransactionExecutor,
} from '@jsonrpc-kit/core/types';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type ChannelStream, createStream } from './channel-stream.js';
import { continueAfter } from './continue-after.js';
import { formatCursor, parseCursor, START } from './cursor.js';
import { eventsLost, FeedReader, type SlowReaderPolicy } from './feed-reader.js';
import { type FeedOwner, KeyFeed, type PositionedEvent } from './key-feed.js';
import { memoryStore } from './memory-store.js';
import { compileParse } from './parse.js';
import type { EventLog, EventStore, History, StoredEvent } from './store.js';

/** A key identifies what events are about, such as an account. */
export type ChannelKey = string | number;

/** What the history of a channel keeps for each key. */
export interface HistoryOptions {
  /** The number of events. Default: 1,000. */
  readonly events?: number | undefined;
  /** Milliseconds. Default: 24 hours. */
  readonly age?: number | undefined;
}

/** Options of {@link channel}. */
export interface ChannelOptions<
  Key extends StandardSchemaV1<unknown, ChannelKey>,
  Event extends StandardSchemaV1,
  Tx,
> {
  /** Validates keys. Its output must be a string of at most 255 characters, or a number. */
  readonly key: Key;
  /** Validates events when they are published. */
  readonly event: Event;
  /** What is kept of each key, so that subscribers can resume. */
  readonly history?: HistoryOptions | undefined;
  /** Where events are kept. Default: `memoryStore()`. */
  readonly store?: EventStore | undefined;
  /**
   * The transaction of the methods that publish, so that an event exists if and only if their writes were
   * committed. Only for `postgresStore()`. Default: none; {@link Channel.publisher} then publishes when the
   * call has succeeded.
   */
  readonly transaction?: Dependency<Tx> | undefined;
  /** Runs statements in the transaction: `pgExecutor` of `@jsonrpc-kit/durable`, for example. */
  readonly executor?: ((transaction: Tx) => TransactionExecutor) | undefined;
  /** The characters of an encoded event. A larger one can't be published. Default: 65,536. */
  readonly maxEventLength?: number | undefined;
}

/** Options of {@link Channel.subscribe}. */
export interface SubscribeOptions {
  /** Continues after the event with this cursor. Default: begins with the next event. */
  readonly cursor?: string | undefined;
  /** What happens to a subscriber that reads too slowly. Default: `'close'`. */
  readonly policy?: SlowReaderPolicy | undefined;
}

/** Options of {@link Channel.read}. */
export interface ReadOptions {
  /** The cursor of the event before the first one. Default: begins with the oldest event. */
  readonly after?: string | undefined;
  /** The maximum number of events, up to 1,000. */
  readonly limit: number;
}

/** Publishes events in the call that the argument belongs to. */
export interface Publisher<Key, Event> {
  /** Publishes an event. See {@link Channel.publisher}. */
  publish(key: Key, event: Event): Promise<void>;
}

/** Subscribes to a key in the call that the argument belongs to, after the cursor of the client. */
export type Feed<Key, Event> = (
  key: Key,
  options?: Pick<SubscribeOptions, 'policy'>,
) => ChannelStream<Event>;

/** Delivers events to the subscribers of a key, and keeps a history from which they can resume. */
export interface Channel<in Key = never, in Input = never, out Event = unknown> {
  /** The name, which the store uses. */
  readonly name: string;
  /**
   * Publishes an event, which is validated, encoded and added to the history. Never waits for subscribers.
   *
   * @throws TypeError or RangeError if the key or event is invalid or too long; or the error of the store
   */
  publish(key: Key, event: Input): MaybePromise<void>;
  /**
   * Subscribes to a key. No event that is published after it has returned, or its promise is fulfilled, is
   * missed. Iterate over the stream or close it.
   *
   * @throws EventsLost if the history no longer contains the cursor
   */
  subscribe(key: Key, options?: SubscribeOptions): MaybePromise<ChannelStream<Event>>;
  /**
   * Reads a part of the history, the oldest event first.
   *
   * @throws EventsLost if the history no longer contains the cursor
   */
  read(key: Key, options: ReadOptions): Promise<readonly ChannelEvent<Event>[]>;
  /**
   * The argument source of subscriptions. Return its stream from the handler, or use `yield*`, which
   * subscribes when the first event is needed.
   */
  readonly feed: Dependency<Feed<Key, Event>>;
  /**
   * The argument source of methods that publish. With the option `transaction`, it publishes in the
   * transaction of the call. Without, it publishes when the call has succeeded, and a process that ends
   * at this moment loses the event.
   */
  readonly publisher: Dependency<Publisher<Key, Input>>;
}

const MAX_KEY_LENGTH = 255;
const MAX_READ = 1_000;

/** PostgreSQL rejects U+0000, and drivers replace half of a surrogate pair, so two keys could be equal. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;

const NAME = /^[a-z][\w.-]{0,62}$/i;

const requiredSchema = { ...schema, isRequired: true };

const storeKind: OptionKind = {
  is: (value) => typeof (value as Partial<EventStore> | null)?.open === 'function',
  must: 'a store',
  advice: () => 'Write store: memoryStore() or store: postgresStore({ … }).',
};

const dependencyKind: OptionKind = {
  is: (value) => (value as Partial<Dependency> | null)?.kind === 'dependency',
  must: 'a dependency',
};

type AnyOptions = ChannelOptions<StandardSchemaV1<unknown, ChannelKey>, StandardSchemaV1, never>;

const KINDS: OptionKinds<AnyOptions> = {
  key: requiredSchema,
  event: requiredSchema,
  history: object,
  store: storeKind,
  transaction: dependencyKind,
  executor: callback,
  maxEventLength: positive,
};

const HISTORY_KINDS: OptionKinds<HistoryOptions> = {
  events: positive,
  age: positiveOrInfinity,
};

const SUBSCRIBE_KINDS: OptionKinds<Pick<SubscribeOptions, 'policy'>> = {
  policy: oneOf('close', 'drop-oldest', 'latest'),
};

/**
 * Declares a channel, which delivers events to the subscribers of a key. Clients can continue after the last
 * event that they received.
 *
 * ```ts
 * const movements = channel('movements', { key: v.string(), event: Movement, history: { events: 1000 } });
 *
 * v1.subscription(
 *   'movements',
 *   { args: { account: getAccount, feed: movements.feed }, event: Movement },
 *   ({ account, feed }) => feed(account.id),
 * );
 * ```
 *
 * @param name letters, digits, `_`, `.` and `-`; distinguishes the channels of a store
 * @throws TypeError or RangeError if the name or an option is invalid
 */
export function channel<
  Key extends StandardSchemaV1<unknown, ChannelKey>,
  Event extends StandardSchemaV1,
  Tx = never,
>(
  name: string,
  options: ChannelOptions<Key, Event, Tx>,
): Channel<
  StandardSchemaV1.InferInput<Key>,
  StandardSchemaV1.InferInput<Event>,
  Jsonify<StandardSchemaV1.InferOutput<Event>>
> {
  const where = `channel "${name}"`;
  if (!NAME.test(name)) {
    throw new TypeError(`${where}: the name must be 1 to 63 letters, digits, "_", "." or "-"`);
  }
  checkOptions(where, options, KINDS);
  const { history = {}, store = memoryStore(), transaction } = options;
  checkOptions(`${where}: history`, history, HISTORY_KINDS);
  // A transaction of the core may have its executor with it.
  const executor = options.executor ?? transaction?.executor;
  if (transaction !== undefined && !store.isTransactional) {
    throw new TypeError(
      `${where}: the store can't write in a transaction. Use postgresStore(), or remove transaction.`,
    );
  }
  if ((transaction === undefined) !== (executor === undefined)) {
    throw new TypeError(
      `${where}: transaction and executor belong together. Write transaction, executor: pgExecutor.`,
    );
  }
  // The schemas ensure the types of the keys and events.
  return new StoredChannel(where, {
    name,
    keySchema: options.key,
    eventSchema: options.event,
    history: { events: history.events ?? 1_000, age: history.age ?? 24 * 60 * 60 * 1_000 },
    store,
    transaction,
    // The value of `transaction` is the only argument.
    executor: executor as ((transaction: unknown) => TransactionExecutor) | undefined,
    maxEventLength: options.maxEventLength ?? 65_536,
  }) as never;
}

interface Declaration {
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

class StoredChannel implements Channel<unknown, unknown>, FeedOwner {
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
    const prepare = (key: unknown, event: unknown): MaybePromise<PreparedEvent> =>
      this.#prepare(key, event);
    const options = { name: `${name}.publisher` };
    if (transaction === undefined || executor === undefined) {
      return dependency(
        {},
        async function* () {
          const events: PreparedEvent[] = [];
          yield {
            publish: async (key: unknown, event: unknown) => {
              events.push(await prepare(key, event));
            },
          };
          for (const { key, json } of events) await log.append(key, json);
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
        // Runs after the transaction was committed.
        if (hasPublished) log.committed?.();
      },
      options,
    );
  }
}
