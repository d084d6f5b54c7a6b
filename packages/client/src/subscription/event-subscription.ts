import { type Gap, GapError } from '../errors/gap-error.js';
import { JsonRpcError } from '../errors/json-rpc-error.js';
import { CallAbortedError, InvalidResponseError } from '../errors/transport-errors.js';
import { errorOf } from '../jsonrpc/messages.js';
import { checkPositive } from '../number-options.js';
import { minDelayToSubscribe } from '../sending/temporary-errors.js';
import type { Backoff } from './reconnect.js';
import type { NotificationParams, Subscribe, SubscriptionObserver } from './subscriber.js';
import type { SubscriptionIterator, SubscriptionOptions } from './subscription-options.js';
import type { WireNames } from './wire-names.js';

/** What a subscription uses of its transport. */
export interface EventSource {
  readonly names: WireNames;
  readonly params: unknown;
  readonly subscribe: Subscribe;
  readonly backoff: Backoff;
}

/** What the loop receives next. */
type Item =
  | {
      readonly kind: 'event';
      readonly value: unknown;
      readonly cursor: string | undefined;
      readonly size: number;
    }
  /** A callback of the application, in its place between the events. */
  | { readonly kind: 'callback'; readonly run: () => unknown }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly error: unknown };

const EVENTS_LOST = -32012;
const END: Item = { kind: 'end' };
const NO_EVENT = { done: true, value: undefined } as const;

/** A subscription that outlives its connections, and the events that the loop hasn't received. */
export class EventSubscription implements SubscriptionIterator<unknown> {
  readonly #source: EventSource;
  readonly #options: SubscriptionOptions;
  readonly #maxBuffered: number;
  #state: 'idle' | 'running' | 'paused' | 'ended' = 'idle';
  readonly #items: Item[] = [];
  #bufferedSize = 0;
  #onItem: (() => void) | undefined;
  /** Ends the subscription on its connection, or the wait for the next one. */
  #leave: (() => void) | undefined;
  /** Whether the loop was left or aborted. The server may have ended the subscription before. */
  #hasLeft = false;
  /** Ends the wait before a callback is called again. */
  #stopDelay: (() => void) | undefined;
  /** The cursor of the last event that has arrived. */
  #lastCursor: string | undefined;
  #wasAccepted = false;
  #attempts = 0;
  /** Where the events after the next acceptance don't continue those before it. */
  #gap: Gap | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  cursor: string | undefined;

  constructor(source: EventSource, options: SubscriptionOptions) {
    const { maxBufferedBytes = 1024 * 1024, cursor } = options;
    checkPositive('maxBufferedBytes', maxBufferedBytes);
    this.#source = source;
    this.#options = options;
    this.#maxBuffered = maxBufferedBytes;
    this.#lastCursor = cursor;
    this.cursor = cursor;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<unknown, undefined>> {
    const step = this.#turn.then(() => this.#read());
    this.#turn = step.catch(() => undefined);
    return step;
  }

  async return(): Promise<IteratorResult<unknown, undefined>> {
    this.#leaveLoop(END);
    return NO_EVENT;
  }

  async #read(): Promise<IteratorResult<unknown, undefined>> {
    if (this.#state === 'idle') this.#start();
    for (;;) {
      const item = this.#take() ?? (await this.#nextItem());
      switch (item.kind) {
        case 'event':
          this.cursor = item.cursor;
          if (this.#state === 'paused' && this.#items.length === 0) this.#subscribe();
          return { done: false, value: item.value };
        case 'callback':
          await this.#call(item.run);
          break;
        case 'error':
          this.#endLoop();
          throw item.error;
        case 'end':
          this.#endLoop();
          return NO_EVENT;
      }
    }
  }

  #nextItem(): Promise<Item> {
    return new Promise((resolve) => {
      this.#onItem = () => {
        this.#onItem = undefined;
        resolve(this.#take() ?? END);
      };
    });
  }

  #take(): Item | undefined {
    const item = this.#items.shift();
    if (item?.kind === 'event') this.#bufferedSize -= item.size;
    return item;
  }

  /** Calls a callback again, after a delay, if it fails as a subscription that may be accepted later. */
  async #call(run: () => unknown): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      let minDelay: number;
      try {
        await run();
        return;
      } catch (error) {
        minDelay = minDelayToSubscribe(error);
        if (attempt > this.#source.backoff.policy.attempts || minDelay === Infinity) {
          await this.return();
          throw error;
        }
      }
      if (!this.#isOver) await this.#delay(minDelay);
      if (this.#isOver) return;
    }
  }

  /** Whether the loop was left, or receives nothing more than the error of the subscription. */
  get #isOver(): boolean {
    const endsWithError = this.#items.at(-1)?.kind === 'error';
    return this.#hasLeft || (endsWithError && !this.#items.some(({ kind }) => kind === 'event'));
  }

  /** Waits as before another attempt to subscribe, or until the loop has left. */
  #delay(minDelay: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#source.backoff.wait(resolve, minDelay);
      this.#stopDelay = () => {
        cancel();
        resolve();
      };
    });
  }

  #start(): void {
    const { signal } = this.#options;
    if (signal?.aborted === true) this.#onAbort();
    else {
      signal?.addEventListener('abort', this.#onAbort);
      this.#subscribe();
    }
  }

  readonly #onAbort = (): void => {
    const { signal } = this.#options;
    const error = new CallAbortedError('The subscription was aborted', { cause: signal?.reason });
    this.#leaveLoop({ kind: 'error', error });
  };

  /** Ends the loop with an item, instead of those that it hasn't received. */
  #leaveLoop(last: Item): void {
    this.#hasLeft = true;
    this.#stopDelay?.();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#items.length = 0;
    if (this.#state === 'ended') this.#push(last);
    else this.#finish(last);
  }

  /** Releases the signal, and ends every further step of the loop. */
  #endLoop(): void {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#items.push(END);
  }

  #subscribe(): void {
    this.#state = 'running';
    const { names, params, subscribe } = this.#source;
    const { headers } = this.#options;
    const request = { names, params, cursor: this.#lastCursor, headers };
    this.#leave = subscribe(request, this.#observer);
  }

  readonly #observer: SubscriptionObserver = {
    accepted: () => this.#accepted(),
    notified: (params, size) => this.#notified(params, size),
    failed: (error) => this.#interrupted(error),
  };

  #accepted(): void {
    const { onGap, onOpen } = this.#options;
    this.#source.backoff.reset();
    this.#attempts = 0;
    this.#wasAccepted = true;
    const gap = this.#gap;
    this.#gap = undefined;
    if (onOpen !== undefined) this.#push({ kind: 'callback', run: onOpen });
    if (gap !== undefined) this.#push({ kind: 'callback', run: () => onGap?.(gap) });
  }

  #notified(params: NotificationParams, size: number): void {
    if (this.#state !== 'running') return;
    const error = errorOf(params);
    if (params['done'] === true) {
      this.#finish(END);
    } else if (error !== undefined) {
      this.#interrupted(new JsonRpcError(error, this.#source.names.subscribe));
    } else if ((params['error'] ?? null) !== null) {
      const message = 'The server ended the subscription with an invalid error';
      const http = { status: 200, headers: new Headers(), body: JSON.stringify(params) };
      this.#interrupted(new InvalidResponseError('not-json-rpc', message, http));
    } else if ('result' in params) {
      this.#received(params, size);
    }
  }

  #received({ result, cursor, dropped }: NotificationParams, size: number): void {
    if (typeof dropped === 'number' && dropped > 0) {
      const gap = new GapError('dropped', { dropped });
      const { onGap } = this.#options;
      if (onGap === undefined) {
        this.#finish({ kind: 'error', error: gap });
        return;
      }
      this.#push({ kind: 'callback', run: () => onGap(gap) });
    }
    this.#lastCursor = typeof cursor === 'string' ? cursor : undefined;
    this.#bufferedSize += size;
    this.#push({ kind: 'event', value: result, cursor: this.#lastCursor, size });
    // A loop that waits for an event has taken it by then. One large event is always accepted.
    if (this.#bufferedSize > this.#maxBuffered && this.#items.length > 1) this.#overflow();
  }

  #overflow(): void {
    this.#leaveNow();
    if (this.#continueAfter(() => new GapError('overflow'))) this.#state = 'paused';
  }

  #interrupted(error: unknown): void {
    if (this.#state !== 'running') return;
    this.#leaveNow();
    if (this.#lastCursor !== undefined && isEventsLost(error)) {
      this.#lastCursor = undefined;
      if (this.#continueAfter(() => error)) this.#subscribe();
      return;
    }
    const isFirst = !this.#wasAccepted;
    this.#attempts += 1;
    const minDelay = minDelayToSubscribe(error);
    const { backoff } = this.#source;
    if (isFirst || this.#attempts > backoff.policy.attempts || minDelay === Infinity) {
      this.#finish({ kind: 'error', error });
      return;
    }
    if (this.#continueAfter(() => new GapError('disconnected', { cause: error }))) {
      this.#leave = backoff.wait(() => this.#subscribe(), minDelay);
    }
  }

  /** Records the gap unless there is a cursor. Returns false if the gap ends the loop. */
  #continueAfter(createGap: () => Gap): boolean {
    if (this.#lastCursor !== undefined || this.#gap !== undefined) return true;
    const gap = createGap();
    if (this.#options.onGap === undefined) {
      this.#finish({ kind: 'error', error: gap });
      return false;
    }
    this.#gap = gap;
    return true;
  }

  /** Ends the subscription on its connection, unless that has already ended. */
  #leaveNow(): void {
    const leave = this.#leave;
    this.#leave = undefined;
    leave?.();
  }

  #finish(last: Item): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#leaveNow();
    this.#push(last);
    if (this.#isOver) this.#stopDelay?.();
  }

  #push(item: Item): void {
    this.#items.push(item);
    this.#onItem?.();
  }
}

function isEventsLost(error: unknown): error is Exclude<Gap, GapError> {
  return error instanceof JsonRpcError && error.code === EVENTS_LOST;
}
