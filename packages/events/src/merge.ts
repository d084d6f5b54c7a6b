import { ignoreRejection, READER } from '@jsonrpc-kit/core/internal';
import type { EncodedEvent, EventReader } from '@jsonrpc-kit/core/types';
import type { ChannelStream } from './channel-stream.js';
import type { Waiter } from './key-feed.js';
import { ReaderIterator } from './reader-iterator.js';

/**
 * Merges streams of several channels or keys. The result has no cursors, because one cursor can't be a
 * position in several histories, so clients can't resume it.
 *
 * ```ts
 * rpc.subscription('news', { args: { feed: news.feed } }, ({ feed }) => merge(feed('eu'), feed('us')));
 * ```
 */
export function merge<Streams extends readonly ChannelStream<unknown>[]>(
  ...streams: Streams
): AsyncIterable<Streams[number] extends ChannelStream<infer Event> ? Event : never> {
  // Every stream was created by `createStream()`, whose class has this member.
  const reader = new MergingReader(
    streams.map((stream) => (stream as unknown as { readonly [READER]: EventReader })[READER]),
  );
  const iterable = {
    [READER]: reader,
    [Symbol.asyncIterator]: () => new ReaderIterator(reader, ({ event }) => event, undefined),
  };
  // The events have the types that the streams were created with.
  return iterable as AsyncIterable<never>;
}

class MergingReader implements EventReader, Waiter {
  attached: Promise<void> | undefined;
  readonly #sources: readonly EventReader[];
  /** The source to read first, so that none is read only when the others have nothing. */
  #first = 0;
  #waiter: Waiter | undefined;

  constructor(sources: readonly EventReader[]) {
    this.#sources = sources;
    const attaching = sources.flatMap(({ attached }) => attached ?? []);
    if (attaching.length === 0) return;
    // One promise for all who ask: a second one that isn't awaited would be an unhandled rejection.
    this.attached = ignoreRejection(
      Promise.all(attaching).then(() => {
        this.attached = undefined;
      }),
    );
  }

  get isClosed(): boolean {
    return this.#sources.every(({ isClosed }) => isClosed);
  }

  next(): EncodedEvent | undefined {
    for (let count = 0; count < this.#sources.length; count += 1) {
      const source = this.#sources[this.#first];
      this.#first = (this.#first + 1) % this.#sources.length;
      const event = source?.next();
      if (event !== undefined) return event.with({ cursor: undefined });
    }
    return undefined;
  }

  whenReady(waiter: Waiter): void {
    this.#waiter = waiter;
    for (const source of this.#sources) source.whenReady(this);
  }

  /** Wakes what waits, for the first source that is ready. */
  ready(): void {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.ready();
  }

  pause(): void {
    for (const source of this.#sources) source.pause();
  }

  close(): void {
    for (const source of this.#sources) source.close();
  }
}
