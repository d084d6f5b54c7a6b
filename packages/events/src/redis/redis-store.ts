import { AsyncLocalStorage } from 'node:async_hooks';
import {
  checkOptions,
  ignoreRejection,
  object,
  type OptionKind,
  type OptionKinds,
  positive,
  text,
} from '@jsonrpc-kit/core/internal';
import type { Logger } from '@jsonrpc-kit/core';
import type { Position } from '../cursor.js';
import { reportOutage } from '../report-outage.js';
import {
  type EventLog,
  type EventStore,
  type History,
  type HistoryPage,
  type OnHint,
  storeClosed,
} from '../store.js';
import { APPEND, READ } from './scripts.js';

/** A connected client of the package `redis`. */
export interface RedisClient {
  /** The options of the client, of which the store uses the number of the database. */
  readonly options?: { readonly database?: number | undefined } | undefined;
  /** Whether the client is connected. */
  readonly isReady: boolean;
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Creates a client with the same options, which isn't connected. */
  duplicate(): RedisSubscriber;
  /** Adds a listener. Without one for errors, a lost connection would end the process. */
  on(event: 'error' | 'ready', listener: (error: unknown) => void): unknown;
}

/** What the store uses of a client that listens. */
interface RedisSubscriber {
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  on(event: 'error' | 'ready', listener: (error: unknown) => void): unknown;
  destroy(): unknown;
}

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** A connected client. The store opens a second connection to listen. */
  readonly client: RedisClient;
  /** The beginning of all keys and of the Pub/Sub channels. Default: `'jsonrpc-events'`. */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds between two looks for events whose notification was lost, for each key with subscribers.
   * Default: 10,000.
   */
  readonly pollInterval?: number | undefined;
  /** Logs outages of Redis. Default: `console`. */
  readonly logger?: Pick<Logger, 'warn'> | undefined;
}

const clientKind: OptionKind = {
  // A client of ioredis has another `eval()`, but no `isReady`.
  is: (value) => typeof (value as Partial<RedisClient> | null)?.isReady === 'boolean',
  must: 'a connected client of the package redis',
  isRequired: true,
};

const KINDS: OptionKinds<RedisStoreOptions> = {
  client: clientKind,
  prefix: text,
  pollInterval: positive,
  logger: object,
};

/**
 * Keeps the events of channels in Redis or Valkey, as streams. Every process with the same prefix delivers them
 * to its own subscribers. Close the store after the api, and before the client. The store handles the errors of
 * the client, which would otherwise end the process.
 *
 * ```ts
 * const client = await createClient().connect();
 * const store = redisStore({ client });
 * ```
 *
 * @throws TypeError or RangeError if an option is invalid
 */
export function redisStore(options: RedisStoreOptions): EventStore {
  checkOptions('redisStore()', options, KINDS);
  return new RedisStore(options);
}

class RedisStore implements EventStore {
  readonly isTransactional = false;
  readonly #options: RedisStoreOptions;
  readonly #logs = new Map<string, RedisLog>();
  #subscriber: RedisSubscriber | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;
  #isListening = false;
  /** Without it, the trace and the context of the call that uses the store first would continue in its loop. */
  readonly #outsideOfCalls = AsyncLocalStorage.snapshot();
  /** The clients whose connections are lost. */
  readonly #lost = new Set<unknown>();

  constructor(options: RedisStoreOptions) {
    this.#options = options;
    this.#observe(options.client);
  }

  /** @throws if the client isn't connected, because it would keep commands until it is again */
  get client(): RedisClient {
    if (this.#isClosed) throw storeClosed();
    const { client } = this.#options;
    if (!client.isReady) throw new Error('Redis is unavailable');
    return client;
  }

  get prefix(): string {
    return this.#options.prefix ?? 'jsonrpc-events';
  }

  open(channel: string, history: History): EventLog {
    if (this.#logs.has(channel)) {
      throw new TypeError(`redisStore(): channel "${channel}" exists twice. Rename one of them.`);
    }
    const log = new RedisLog(this, channel, history);
    this.#logs.set(channel, log);
    if (this.#isListening) void ignoreRejection(this.#subscribe(channel, log));
    return log;
  }

  /** Begins to listen, when the first key is read. Afterwards, `redis` connects again by itself. */
  start(): void {
    if (this.#isClosed) throw storeClosed();
    if (this.#subscriber === undefined) this.#outsideOfCalls(() => this.#begin());
  }

  #begin(): void {
    const subscriber = this.#options.client.duplicate();
    this.#subscriber = subscriber;
    this.#observe(subscriber);
    this.#timer = setInterval(() => this.#hintAll(), this.#options.pollInterval ?? 10_000);
    // The process stays alive because of its servers.
    (this.#timer as { unref?: () => void }).unref?.();
    void ignoreRejection(this.#listen(subscriber));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#subscriber?.destroy();
  }

  /** Contains the database, because all databases of a server share their Pub/Sub channels. */
  topic(channel: string): string {
    return `${this.prefix}@${this.#options.client.options?.database ?? 0}:${channel}`;
  }

  async #listen(subscriber: RedisSubscriber): Promise<void> {
    await subscriber.connect();
    this.#isListening = true;
    await Promise.all(Array.from(this.#logs, ([channel, log]) => this.#subscribe(channel, log)));
  }

  async #subscribe(channel: string, log: RedisLog): Promise<void> {
    await this.#subscriber?.subscribe(this.topic(channel), (message) => log.receive(message));
    // What was published before the subscription wasn't notified.
    log.onHint(undefined);
  }

  #observe(client: Pick<RedisClient, 'on'>): void {
    client.on('error', (error) => {
      const isKnown = this.#lost.size > 0;
      this.#lost.add(client);
      if (isKnown || this.#isClosed) return;
      reportOutage(error, this.#options.logger);
      // Subscriptions end if the outage lasts.
      this.#hintAll();
    });
    client.on('ready', () => {
      this.#lost.delete(client);
      // What was published without a connection wasn't notified.
      this.#hintAll();
    });
  }

  #hintAll(): void {
    if (this.#isClosed) return;
    for (const log of this.#logs.values()) log.onHint(undefined);
  }
}

/** Milliseconds for which the numbers of a key without events are kept, unless its events never expire. */
const NUMBERS_AGE = 30 * 24 * 60 * 60 * 1_000;

const MARKS = 2 ** 31;

class RedisLog implements EventLog {
  onHint: OnHint = () => undefined;
  readonly #store: RedisStore;
  readonly #channel: string;
  readonly #history: History;

  constructor(store: RedisStore, channel: string, history: History) {
    this.#store = store;
    this.#channel = channel;
    this.#history = history;
  }

  async append(key: string, json: string): Promise<void> {
    const { events, age } = this.#history;
    const mark = Math.floor(Math.random() * MARKS);
    // Without its numbers, a stream whose events never expire would reject the next event.
    const [eventAge, numbersAge] = age === Infinity ? [0, 0] : [age, Math.max(age, NUMBERS_AGE)];
    const values = [mark, events, Math.ceil(eventAge), Math.ceil(numbersAge)];
    await this.#store.client.eval(APPEND, {
      keys: this.#keys(key),
      arguments: [json, ...values.map(String), this.#store.topic(this.#channel), key],
    });
  }

  read(key: string, after: number, limit: number): Promise<HistoryPage> {
    this.#store.start();
    return this.#read(key, after, limit);
  }

  async #read(key: string, after: number, limit: number): Promise<HistoryPage> {
    // Beyond the numbers that a stream can have, when only the bounds are wanted.
    const first = limit === 0 ? '0' : String(after + 1);
    const page = await this.#store.client.eval(READ, {
      keys: this.#keys(key),
      arguments: [first, String(limit)],
    });
    return pageOf(page as RawPage);
  }

  watch(onHint: OnHint): void {
    this.onHint = onHint;
  }

  /** Reports what the script has published: a key, which may be followed by the id and the JSON of its event. */
  receive(message: string): void {
    const [key = '', id, json] = message.split('\0');
    if (id === undefined || json === undefined) this.onHint([key]);
    else this.onHint([key], { ...positionOf(id), json });
  }

  /** The braces keep both keys on one node of a cluster. */
  #keys(key: string): string[] {
    const base = `${this.#store.prefix}:{${this.#channel}:${key}}`;
    return [base, `${base}:numbers`];
  }
}

/** What the script returns. */
type RawPage = readonly [
  seq: string | null,
  mark: string | null,
  oldest: string | null,
  events: readonly (readonly [id: string, json: string])[],
];

function pageOf([seq, mark, oldest, events]: RawPage): HistoryPage {
  return {
    oldest: oldest === null ? undefined : positionOf(oldest),
    newest: seq === null || mark === null ? undefined : positionOf(`${seq}-${mark}`),
    events: events.map(([id, json]) => ({ ...positionOf(id), json })),
  };
}

function positionOf(id: string): Position {
  const [seq, mark] = id.split('-');
  return { seq: Number(seq), mark: Number(mark).toString(36) };
}
