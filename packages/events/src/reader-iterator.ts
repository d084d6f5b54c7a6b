import type { EncodedEvent, EventReader } from '@jsonrpc-kit/core/types';

/**
 * Iterates over a reader. Unlike the iterator of a generator, it ends while it waits for an event, because a
 * stream may have no more of them.
 */
export class ReaderIterator<Value> implements AsyncIterator<Value> {
  readonly #reader: EventReader;
  readonly #valueOf: (event: EncodedEvent) => Value;
  #last: Promise<unknown> = Promise.resolve();
  /** Calls of `next()` that wait for their event. */
  #waiting = 0;
  #hasEnded = false;
  #wake: (() => void) | undefined;

  /** @param signal ends the iteration, because a generator that waits in `yield*` can't be returned */
  constructor(
    reader: EventReader,
    valueOf: (event: EncodedEvent) => Value,
    signal: AbortSignal | undefined,
  ) {
    this.#reader = reader;
    this.#valueOf = valueOf;
    if (signal?.aborted === true) this.#end();
    else signal?.addEventListener('abort', () => this.#end(), { once: true });
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    // Without a wait, an event needs no promises of the queue.
    if (this.#waiting === 0 && !this.#hasEnded && this.#reader.attached === undefined) {
      try {
        const event = this.#reader.next();
        if (event !== undefined) {
          return Promise.resolve({ done: false, value: this.#valueOf(event) });
        }
      } catch (error) {
        this.#end();
        return Promise.reject(error);
      }
    }
    this.#waiting += 1;
    const step = this.#last.then(() => this.#next());
    this.#last = step.catch(() => undefined);
    return step;
  }

  async return(): Promise<IteratorResult<Value, undefined>> {
    this.#end();
    return { done: true, value: undefined };
  }

  async #next(): Promise<IteratorResult<Value, undefined>> {
    try {
      if (!this.#hasEnded) await this.#reader.attached;
      while (!this.#hasEnded) {
        const event = this.#reader.next();
        if (event !== undefined) return { done: false, value: this.#valueOf(event) };
        if (this.#reader.isClosed) {
          this.#end();
          break;
        }
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          this.#reader.whenReady({ ready: resolve });
        });
      }
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      this.#waiting -= 1;
    }
    return { done: true, value: undefined };
  }

  #end(): void {
    this.#hasEnded = true;
    this.#reader.close();
    this.#wake?.();
  }
}
