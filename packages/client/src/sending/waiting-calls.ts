import { AbortError, TimeoutError } from '../errors/transport-errors.js';
import { failure, type Outcome } from '../protocol/outcome.js';
import type { OutgoingCall } from '../protocol/outgoing-call.js';

/** How long somebody waits for a call. */
export interface Patience {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
}

/** setTimeout can't count further; who waits longer waits for ever. */
const LONGEST_TIMEOUT = 0x7fff_ffff;

/** Calls with one caller, who waits for them together: a single one, or those of a `$batch`. */
export class WaitingCalls {
  readonly calls: readonly OutgoingCall[];
  /** One for each call. It is never rejected. */
  readonly outcomes: Promise<readonly Outcome[]>;
  /** Whether the outcomes are there. */
  isOver = false;
  /** Called once, when the outcomes are there. */
  onOver: (() => void) | undefined;
  #resolve: (outcomes: readonly Outcome[]) => void = () => undefined;
  #leave: () => void = () => undefined;

  constructor(calls: readonly OutgoingCall[], patience: Patience) {
    this.calls = calls;
    this.outcomes = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#wait(patience);
  }

  /** Of several outcomes the first count: an answer that comes after the call was given up does not. */
  settle(outcomes: readonly Outcome[]): void {
    this.isOver = true;
    this.#leave();
    this.#resolve(outcomes);
    this.onOver?.();
  }

  #wait({ signal, timeout }: Patience): void {
    const fail = (error: unknown): void => this.settle(this.calls.map(() => failure(error)));
    const abort = (): void =>
      fail(new AbortError('The call was aborted', { cause: signal?.reason }));
    if (signal?.aborted === true) {
      abort();
      return;
    }
    signal?.addEventListener('abort', abort);
    const timer =
      timeout === undefined || timeout > LONGEST_TIMEOUT
        ? undefined
        : setTimeout(() => fail(new TimeoutError(`There was no answer in ${timeout} ms`)), timeout);
    this.#leave = () => {
      signal?.removeEventListener('abort', abort);
      clearTimeout(timer);
    };
  }
}
