import { type EncodedEvent, type EventReader, READER } from '../src/message/channel-event.js';

/** A stream of events that a test appends. */
export class EventList implements EventReader, AsyncIterable<never> {
  attached: Promise<void> | undefined;
  pauses = 0;
  isClosed = false;
  readonly #events: EncodedEvent[] = [];
  #waiter: { ready(): void } | undefined;
  #failure: unknown;

  get [READER](): EventReader {
    return this;
  }

  append(...events: readonly EncodedEvent[]): void {
    this.#events.push(...events);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#failure = error;
    this.#wake();
  }

  next(): EncodedEvent | undefined {
    const event = this.#events.shift();
    if (event === undefined && this.#failure !== undefined) throw this.#failure;
    return event;
  }

  whenReady(waiter: { ready(): void }): void {
    this.#waiter = waiter;
  }

  pause(): void {
    this.pauses += 1;
  }

  close(): void {
    this.isClosed = true;
    this.#wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<never> {
    throw new Error('The events are read without an iterator');
  }

  #wake(): void {
    this.#waiter?.ready();
    this.#waiter = undefined;
  }
}
