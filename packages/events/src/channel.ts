import type { Dependency } from '@jsonrpc-kit/core';
import type { ChannelEvent, MaybePromise } from '@jsonrpc-kit/core/types';
import type { ChannelStream } from './channel-stream.js';
import type { SlowReaderPolicy } from './feed-reader.js';

/** A key identifies what events are about, such as an account. */
export type ChannelKey = string | number;

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
   * transaction of the call. Without, it publishes when the call has succeeded and its client has received
   * the response, so a client that reads slowly delays the event, and a process that ends before loses it.
   * The log names the key of an event that the store rejects; the call has succeeded already.
   */
  readonly publisher: Dependency<Publisher<Key, Input>>;
}
