import type { StandardSchemaV1 } from '@standard-schema/spec';
import { addBrand, hasBrand } from '../brand/brand.js';
import { freezeJson } from '../jsonrpc/encode-response.js';

/** An event of a channel, which was validated and encoded when it was published. */
export interface ChannelEvent<out Event = unknown> {
  /** The value, frozen. It is decoded on first access. */
  readonly event: Event;
  /** The position after this event, from which a client or `read()` can continue. */
  readonly cursor: string;
  /** The number of events before this one that the subscriber was too slow to receive. */
  readonly dropped: number;
  /** The encoded value. */
  readonly '~json': string;
}

/** What an {@link EncodedEvent} consists of. */
export interface EncodedEventParts {
  /** The encoded value. */
  readonly json: string;
  /** Undefined if the stream can't be resumed. */
  readonly cursor: string | undefined;
  /** The schema that the event was validated with. */
  readonly schema: StandardSchemaV1 | undefined;
  /** Default: 0. */
  readonly dropped?: number | undefined;
}

/** The implementation of {@link ChannelEvent}. All subscribers share one, so it is encoded once. */
export class EncodedEvent implements Omit<ChannelEvent, 'cursor'> {
  readonly '~json': string;
  /** The position after this event; undefined if the stream can't be resumed. */
  readonly cursor: string | undefined;
  /** The schema that the event was validated with. */
  readonly schema: StandardSchemaV1 | undefined;
  readonly dropped: number;
  #decoded: { readonly event: unknown } | undefined;
  #notificationEnd: string | undefined;

  constructor({ json, cursor, schema, dropped = 0 }: EncodedEventParts) {
    this['~json'] = json;
    this.cursor = cursor;
    this.schema = schema;
    this.dropped = dropped;
  }

  get event(): unknown {
    // Frozen, because subscribers share it.
    this.#decoded ??= { event: freezeJson(JSON.parse(this['~json'])) };
    return this.#decoded.event;
  }

  /** The end of the notification, which follows the id of the subscription. */
  get notificationEnd(): string {
    return (this.#notificationEnd ??= `"result":${this['~json']}${this.positionMembers}}}`);
  }

  /** The members that follow the result: where it is in the stream, and how many events are missing. */
  get positionMembers(): string {
    const cursor = this.cursor === undefined ? '' : `,"cursor":${JSON.stringify(this.cursor)}`;
    return this.dropped === 0 ? cursor : `${cursor},"dropped":${this.dropped}`;
  }

  /** Returns a copy with some other parts. */
  with(parts: Partial<EncodedEventParts>): EncodedEvent {
    const { '~json': json, cursor, schema, dropped } = this;
    return new EncodedEvent({ json, cursor, schema, dropped, ...parts });
  }
}

addBrand(EncodedEvent.prototype, 'EncodedEvent');

/** Whether a value is an event of a channel, possibly of another copy of this package. */
export function isEncodedEvent(value: unknown): value is EncodedEvent {
  return hasBrand(value, 'EncodedEvent');
}

/** Events that a subscription reads when its client can receive them, without a generator or a queue. */
export interface EventReader {
  /** Whether `close()` was called, so that `next()` returns no more events. */
  readonly isClosed: boolean;
  /** Settled when no later event can be missed; undefined if it already is. Rejects if the reader fails. */
  readonly attached: Promise<void> | undefined;
  /**
   * Returns the next event; undefined if nothing new was published.
   *
   * @throws the error that ends the subscription
   */
  next(): EncodedEvent | undefined;
  /** Calls `ready()` once, as soon as `next()` may return an event or throw, or the reader is closed. */
  whenReady(waiter: { ready(): void }): void;
  /** Forgets what was read ahead, because the client reads slowly. */
  pause(): void;
  /** Releases the reader, and ends what reads it. */
  close(): void;
}

/** The member of an iterable that returns its {@link EventReader}. */
export const READER = '~reader';

/** Returns the reader of a channel's stream; undefined for other iterables. */
export function eventReaderOf(iterable: object): EventReader | undefined {
  const reader = (iterable as { readonly [READER]?: EventReader })[READER];
  return typeof reader === 'object' ? reader : undefined;
}
