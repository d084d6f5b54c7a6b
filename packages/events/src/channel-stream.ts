import { READER } from '@jsonrpc-kit/core/internal';
import type { ChannelEvent, EncodedEvent, EventReader } from '@jsonrpc-kit/core/types';
import { FilteringReader, MappingReader } from './derived-readers.js';
import { ReaderIterator } from './reader-iterator.js';

/**
 * The events of one key, from the moment of the subscription on. Return it from the handler of a
 * subscription, or iterate over it. Iterate only once.
 */
export interface ChannelStream<out Event> extends AsyncIterable<ChannelEvent<Event>> {
  /** Converts each event. The stream keeps its cursors. The function must not be asynchronous. */
  map<Mapped>(convert: (event: Event) => Mapped): ChannelStream<Mapped>;
  /**
   * Omits events. The stream keeps its cursors. A client that reconnects receives EventsLost if the filter
   * has omitted more events after its last one than the history keeps.
   */
  filter<Kept extends Event>(keep: (event: Event) => event is Kept): ChannelStream<Kept>;
  /**
   * Omits events. The stream keeps its cursors. A client that reconnects receives EventsLost if the filter
   * has omitted more events after its last one than the history keeps.
   */
  filter(keep: (event: Event) => boolean): ChannelStream<Event>;
  /** Ends the stream, and the iteration or subscription that reads it. Their end closes the stream, too. */
  close(): void;
}

export function createStream<Event>(
  reader: EventReader,
  signal?: AbortSignal,
): ChannelStream<Event> {
  return new ReaderStream<Event>(reader, signal);
}

class ReaderStream<out Event> implements ChannelStream<Event> {
  readonly [READER]: EventReader;
  readonly #signal: AbortSignal | undefined;

  constructor(reader: EventReader, signal: AbortSignal | undefined) {
    this[READER] = reader;
    this.#signal = signal;
  }

  map<Mapped>(convert: (event: Event) => Mapped): ChannelStream<Mapped> {
    // The events of the reader have the type that the stream was created with.
    const mapped = new MappingReader(this[READER], convert as (event: unknown) => unknown);
    return createStream(mapped, this.#signal);
  }

  filter(keep: (event: Event) => boolean): never {
    const kept = new FilteringReader(this[READER], keep as (event: unknown) => boolean);
    // Only the declared overloads are visible, which return a stream of the kept events.
    return createStream(kept, this.#signal) as never;
  }

  close(): void {
    this[READER].close();
  }

  [Symbol.asyncIterator](): AsyncIterator<ChannelEvent<Event>> {
    // Every event of a channel has a cursor.
    return new ReaderIterator(
      this[READER],
      (event: EncodedEvent) => event as EncodedEvent & ChannelEvent<Event>,
      this.#signal,
    );
  }
}
