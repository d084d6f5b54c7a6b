import type { Dependency } from '@jsonrpc-kit/core';
import {
  callback,
  checkOptions,
  object,
  type OptionKind,
  type OptionKinds,
  positive,
  positiveOrInfinity,
  schema,
} from '@jsonrpc-kit/core/internal';
import type { Jsonify, TransactionExecutor } from '@jsonrpc-kit/core/types';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Channel, ChannelKey } from './channel.js';
import { memoryStore } from './memory-store.js';
import type { EventStore } from './store.js';
import { StoredChannel } from './stored-channel.js';

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
