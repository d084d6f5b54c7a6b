import { addInstrumentation } from '@jsonrpc-kit/core';
import { settlesWithin } from '@jsonrpc-kit/core/adapter';
import { errorWithoutFrames } from '../error-without-frames.js';

// A test may replace the global timers with fake ones.
const timers = { setTimeout, clearTimeout };

/** The work that has started and not finished yet. Each piece has a name, for messages. */
export class PendingWork {
  readonly #pending = new Map<Promise<unknown>, string>();

  /** Adds work until it finishes. */
  track(work: Promise<unknown>, name: string): void {
    this.#pending.set(work, name);
    const forget = (): void => void this.#pending.delete(work);
    work.then(forget, forget);
  }

  /**
   * Waits until all work has finished, including work that starts in the meantime.
   *
   * @throws Error if that takes longer than `timeout` milliseconds
   */
  async settle(timeout: number): Promise<void> {
    if (await settlesWithin(this.#settle(), timeout, timers)) return;
    const names = new Set(this.#pending.values());
    throw errorWithoutFrames(
      `Timed out after ${timeout} ms waiting for ${[...names].join(', ')}. ` +
        'A handler, a teardown or a background task has not finished.',
    );
  }

  async #settle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending.keys());
  }
}

/** The header with the correlation id, by which requests are assigned to their client. */
export const CORRELATION_HEADER = 'x-jsonrpc-kit-test';

type OnSent = (() => Promise<void>) | undefined;

/** The requests of one client, and the notifications, teardowns and background tasks they start. */
export class ClientWork extends PendingWork {
  readonly #clientId = crypto.randomUUID();
  #requestCount = 0;
  readonly #onSent = new Map<string, OnSent[]>();
  readonly #stopWatching: () => void;

  constructor() {
    super();
    this.#stopWatching = addInstrumentation({
      request: ({ httpRequest }, run) => {
        const id = httpRequest.header(CORRELATION_HEADER);
        const response = run();
        if (id?.startsWith(`${this.#clientId}.`) !== true) return undefined;
        return Promise.resolve(response).then(({ onSent }) => {
          this.#onSent.set(id, [...(this.#onSent.get(id) ?? []), onSent]);
        });
      },
    });
  }

  nextCorrelationId(): string {
    this.#requestCount += 1;
    return `${this.#clientId}.${this.#requestCount}`;
  }

  /** Tracks a request and, when its response has arrived, the work that it has started. */
  async trackRequest<T>(id: string, name: string, response: Promise<T>): Promise<T> {
    this.track(response, name);
    try {
      return await response;
    } finally {
      // The adapter calls onSent() too, and gets the same promise.
      for (const onSent of this.#onSent.get(id) ?? []) if (onSent) this.track(onSent(), name);
      this.#onSent.delete(id);
    }
  }

  stopWatching(): void {
    this.#stopWatching();
  }
}
