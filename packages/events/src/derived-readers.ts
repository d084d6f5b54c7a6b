import { describeValue, isPromise } from '@jsonrpc-kit/core/internal';
import type { EncodedEvent, EventReader } from '@jsonrpc-kit/core/types';
import type { Waiter } from './key-feed.js';

/** Passes everything on to another reader. */
abstract class DerivedReader implements EventReader {
  protected readonly source: EventReader;

  constructor(source: EventReader) {
    this.source = source;
  }

  get isClosed(): boolean {
    return this.source.isClosed;
  }

  get attached(): Promise<void> | undefined {
    return this.source.attached;
  }

  abstract next(): EncodedEvent | undefined;

  whenReady(waiter: Waiter): void {
    this.source.whenReady(waiter);
  }

  pause(): void {
    this.source.pause();
  }

  close(): void {
    this.source.close();
  }
}

/** Converts the events of another reader. */
export class MappingReader extends DerivedReader {
  readonly #convert: (event: unknown) => unknown;

  constructor(source: EventReader, convert: (event: unknown) => unknown) {
    super(source);
    this.#convert = convert;
  }

  next(): EncodedEvent | undefined {
    const event = this.source.next();
    if (event === undefined) return undefined;
    const value = this.#convert(event.event);
    if (isPromise(value)) {
      throw new TypeError('map(): the function must return a value, not a promise');
    }
    const json = JSON.stringify(value) as string | undefined;
    if (json === undefined) {
      throw new TypeError(`map(): the function must return JSON, not ${describeValue(value)}`);
    }
    return event.with({ json, schema: undefined });
  }
}

/** The events that a filter reads before others get their turn. */
const MAX_SKIPPED = 100;

/** Omits events of another reader. */
export class FilteringReader extends DerivedReader {
  readonly #keep: (event: unknown) => boolean;
  #hasMore = false;
  #dropped = 0;

  constructor(source: EventReader, keep: (event: unknown) => boolean) {
    super(source);
    this.#keep = keep;
  }

  next(): EncodedEvent | undefined {
    for (let count = 0; count < MAX_SKIPPED; count += 1) {
      const event = this.source.next();
      if (event === undefined) {
        this.#hasMore = false;
        return undefined;
      }
      const dropped = this.#dropped + event.dropped;
      const isKept: unknown = this.#keep(event.event);
      // A promise is true, so a filter by rights would omit nothing.
      if (isPromise(isKept)) {
        throw new TypeError('filter(): the function must return a boolean, not a promise');
      }
      if (isKept) {
        this.#dropped = 0;
        return dropped === event.dropped ? event : event.with({ dropped });
      }
      this.#dropped = dropped;
    }
    this.#hasMore = true;
    return undefined;
  }

  override whenReady(waiter: Waiter): void {
    if (this.#hasMore) setTimeout(() => waiter.ready(), 0);
    else super.whenReady(waiter);
  }
}
