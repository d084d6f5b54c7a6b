import type { JsonRpcErrorObject } from '@jsonrpc-kit/core';
import { settlesWithin } from '@jsonrpc-kit/core/internal';
import { checkTimeout } from '../client/check-argument.js';
import { errorWithoutFrames } from '../tracking/error-without-frames.js';

/** Why a subscription has ended. */
export type LastWord =
  /** The iterable has ended. */
  | { readonly kind: 'done' }
  /** The iterable has failed, or the server has ended the subscription. */
  | { readonly kind: 'error'; readonly error: JsonRpcErrorObject }
  /** The test has unsubscribed, or the connection was closed without a last word. */
  | { readonly kind: 'left' };

/** Options of the functions that wait for a subscription. */
export interface SubscriptionWaitOptions {
  /** Milliseconds; `Infinity` for no limit. Default: 5,000. */
  readonly timeout?: number;
}

/** The params of a notification of a subscription. */
export interface NotificationParams {
  readonly result?: unknown;
  readonly cursor?: unknown;
  readonly done?: unknown;
  readonly error?: JsonRpcErrorObject;
}

/** What a subscription uses of its connection. */
export interface SubscriptionOwner {
  unsubscribe(): Promise<boolean>;
  /** Called when the test looks at the outcome of the subscription. May throw. */
  onSettled(): void;
  onEnd(end: LastWord): void;
}

/** A subscription of a test. It keeps the events until the test collects them. */
export class TestSubscription<Event = unknown, Response = unknown> implements AsyncDisposable {
  /** The response to the call that subscribes. */
  readonly response: Response;
  readonly #owner: SubscriptionOwner;
  readonly #events: { readonly event: Event; readonly cursor: string | undefined }[] = [];
  #end: LastWord | undefined;
  readonly #waiting: (() => void)[] = [];
  #resolveEnded: () => void = () => undefined;
  /** @internal */
  readonly ended: Promise<void> = new Promise((resolve) => {
    this.#resolveEnded = resolve;
  });
  /** The cursor of the last event that was collected; undefined if it had none. */
  cursor: string | undefined;

  /** @internal */
  constructor(response: Response, owner: SubscriptionOwner) {
    this.response = response;
    this.#owner = owner;
  }

  /**
   * Waits for the next events and returns them.
   *
   * @throws RangeError if the timeout is invalid
   * @throws Error if the subscription ends before, or it takes too long; the message contains the events
   */
  async collect(
    count: number,
    { timeout = 5_000 }: SubscriptionWaitOptions = {},
  ): Promise<Event[]> {
    await this.#until(() => this.#events.length >= count, 'collect(): timeout', timeout);
    if (this.#events.length < count) throw this.#missing(count, timeout);
    const collected = this.#events.splice(0, count);
    this.cursor = collected.at(-1)?.cursor ?? this.cursor;
    return collected.map(({ event }) => event);
  }

  /**
   * Waits until the subscription has ended, and returns its last word. Keeps events that weren't collected.
   *
   * @throws RangeError if the timeout is invalid
   * @throws Error if it takes too long
   */
  async lastWord({ timeout = 5_000 }: SubscriptionWaitOptions = {}): Promise<LastWord> {
    await this.#until(() => false, 'lastWord(): timeout', timeout);
    if (this.#end !== undefined) return this.#end;
    throw errorWithoutFrames(`The subscription has not ended within ${timeout} ms.`);
  }

  /** Unsubscribes. Resolves to the result: whether the subscription was open. */
  async unsubscribe(): Promise<boolean> {
    const wasOpen = await this.#owner.unsubscribe();
    this.end({ kind: 'left' });
    return wasOpen;
  }

  /** Calls {@link unsubscribe} if the subscription hasn't ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#end === undefined) await this.unsubscribe();
  }

  /** @internal */
  receive({ result, cursor, done, error }: NotificationParams): void {
    if (error !== undefined) this.end({ kind: 'error', error });
    else if (done === true) this.end({ kind: 'done' });
    else {
      // The declared type. The test checks the actual value.
      const event = result as Event;
      this.#events.push({ event, cursor: typeof cursor === 'string' ? cursor : undefined });
      this.#wake();
    }
  }

  /** @internal */
  end(end: LastWord): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#owner.onEnd(end);
    this.#resolveEnded();
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Waits until the condition holds, the subscription has ended, or the time is over. */
  async #until(condition: () => boolean, name: string, timeout: number): Promise<void> {
    checkTimeout(name, timeout);
    const wait = async (): Promise<void> => {
      while (!condition() && this.#end === undefined) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    };
    await settlesWithin(wait(), timeout, timers);
    this.#owner.onSettled();
  }

  #missing(count: number, timeout: number): Error {
    const events = JSON.stringify(this.#events.map(({ event }) => event));
    const why = this.#end === undefined ? `within ${timeout} ms` : `before ${describe(this.#end)}`;
    return errorWithoutFrames(
      `Expected ${count} events, but received ${this.#events.length} ${why}: ${events}`,
    );
  }
}

// A test may replace the global timers with fake ones.
const timers = { setTimeout, clearTimeout };

function describe(end: LastWord): string {
  if (end.kind === 'error') return `the error ${JSON.stringify(end.error)}`;
  return end.kind === 'done' ? 'the end of the subscription' : 'the connection was closed';
}
