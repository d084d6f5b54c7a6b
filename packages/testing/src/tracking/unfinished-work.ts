import { addInstrumentation } from '@jsonrpc-kit/core';
import type { MessageOutcome } from '@jsonrpc-kit/core/adapter';
import { continueWith, settlesWithin } from '@jsonrpc-kit/core/internal';
import type { MaybePromise } from '@jsonrpc-kit/core/types';
import { errorWithoutFrames } from './error-without-frames.js';

// A test may replace the global timers with fake ones.
const timers = { setTimeout, clearTimeout };

/** The work that has started and not finished yet. Each piece has a name, for messages. */
export class UnfinishedWork {
  readonly #unfinished = new Map<Promise<unknown>, string>();

  /** Adds work until it finishes. */
  track(work: Promise<unknown>, name: string): void {
    this.#unfinished.set(work, name);
    const forget = (): void => void this.#unfinished.delete(work);
    work.then(forget, forget);
  }

  /**
   * Waits until all work has finished, including work that starts in the meantime.
   *
   * @throws Error if that takes longer than `timeout` milliseconds
   */
  async settle(timeout: number): Promise<void> {
    if (await settlesWithin(this.#settle(), timeout, timers)) return;
    const names = new Set(this.#unfinished.values());
    throw errorWithoutFrames(
      `Timed out after ${timeout} ms waiting for ${[...names].join(', ')}. ` +
        'A handler, a teardown or a background task has not finished.',
    );
  }

  async #settle(): Promise<void> {
    while (this.#unfinished.size > 0) await Promise.allSettled(this.#unfinished.keys());
  }
}

/** The header with the correlation id, by which requests are assigned to their client. */
export const CORRELATION_HEADER = 'x-jsonrpc-kit-test';

type AfterResponse = MessageOutcome['effects']['afterResponse'];

/** The requests of one client, and the notifications, teardowns and background tasks they start. */
export class ClientWork extends UnfinishedWork {
  readonly #clientId = crypto.randomUUID();
  #requestCount = 0;
  /** By the request. The adapter calls the functions too, and gets the same promises. */
  readonly #afterResponse = new Map<string, AfterResponse[]>();
  readonly #stopWatching: () => void;

  constructor() {
    super();
    this.#stopWatching = addInstrumentation({
      message: ({ carrier, route }, run) => {
        const id = carrier.header(CORRELATION_HEADER);
        if (id?.startsWith(`${this.#clientId}.`) !== true) return undefined;
        const outcome = run() as MaybePromise<MessageOutcome>;
        if (carrier.kind === 'connection') {
          this.track(untilFinished(outcome), `a message on the connection to ${route}`);
          return undefined;
        }
        return continueWith(outcome, ({ effects: { afterResponse } }) => {
          this.#afterResponse.set(id, [...(this.#afterResponse.get(id) ?? []), afterResponse]);
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
      for (const start of this.#afterResponse.get(id) ?? []) if (start) this.track(start(), name);
      this.#afterResponse.delete(id);
    }
  }

  stopWatching(): void {
    this.#stopWatching();
  }
}

/** A message on a connection may have no response, or the connection may be closed before it. */
async function untilFinished(outcome: MaybePromise<MessageOutcome>): Promise<void> {
  const { effects } = await outcome;
  // The connection has sent the response, and calls the function too.
  await effects.afterResponse?.();
}
