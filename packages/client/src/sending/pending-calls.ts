import type { Outcome } from '../call.js';
import { CallAbortedError, CallTimeoutError } from '../errors/transport-errors.js';
import type { EncodedCall } from '../jsonrpc/messages.js';

/** How long a caller waits for its calls. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** Milliseconds of the timeout that earlier attempts have taken. Default: 0. */
  readonly elapsed?: number | undefined;
}

/** The longest delay of `setTimeout`. A call with a longer timeout never times out. */
export const LONGEST_DELAY: number = 2 ** 31 - 1;

/** The calls of one caller in one attempt, until they are settled: a single call, or those of a `$batch`. */
export class PendingCalls {
  readonly calls: readonly EncodedCall[];
  /** One outcome for each call. Never rejects. */
  readonly outcomes: Promise<readonly Outcome[]>;
  isSettled = false;
  /** Cancels the calls where they run. */
  onAbandoned: (() => void) | undefined;
  #resolve: (outcomes: readonly Outcome[]) => void = () => undefined;
  #stopWaiting: () => void = () => undefined;

  constructor(calls: readonly EncodedCall[], options: WaitOptions) {
    this.calls = calls;
    this.outcomes = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#startWaiting(options);
  }

  /** Only the first outcomes count: a response after an abort or a timeout has no effect. */
  settle(outcomes: readonly Outcome[]): void {
    this.isSettled = true;
    this.#stopWaiting();
    this.#resolve(outcomes);
  }

  fail(error: unknown): void {
    this.settle(this.calls.map(() => ({ ok: false, error })));
  }

  /** Fails the calls, because the caller doesn't wait for them any longer. */
  abandon(error: unknown): void {
    if (this.isSettled) return;
    this.fail(error);
    this.onAbandoned?.();
  }

  #startWaiting({ signal, timeout = Infinity, elapsed = 0 }: WaitOptions): void {
    const onAbort = (): void =>
      this.abandon(new CallAbortedError('The call was aborted', { cause: signal?.reason }));
    if (signal?.aborted === true) {
      onAbort();
      return;
    }
    const onTimeout = (): void =>
      this.abandon(new CallTimeoutError(`No response within ${timeout} ms`));
    signal?.addEventListener('abort', onAbort);
    const delay = timeout - elapsed;
    const timer = delay <= LONGEST_DELAY ? setTimeout(onTimeout, delay) : undefined;
    this.#stopWaiting = () => {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
    };
  }
}
