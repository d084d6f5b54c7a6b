import { checkAtLeast } from '../number-options.js';
import { LONGEST_DELAY } from '../sending/pending-calls.js';
import { backoffDelay } from '../sending/retry.js';
import type { Waits } from '../sending/session.js';

/** When a client subscribes again after its connection was interrupted. */
export interface ReconnectOptions {
  /**
   * The number of attempts after which a subscription fails with the last error. Unlike `attempts` of the
   * option `retry`, it doesn't include the first subscription. `0` never subscribes again. Default: `Infinity`.
   */
  readonly attempts?: number | undefined;
  /**
   * The delay before the first attempt, in milliseconds. Each further delay is twice as long. Up to half
   * of each delay is subtracted at random, so that many clients don't return at the same time. Default: 500.
   */
  readonly delay?: number | undefined;
  /**
   * The longest of these delays, in milliseconds. A subscription waits longer if the server asks for it, for
   * example with `retry-after`. Default: 30,000.
   */
  readonly maxDelay?: number | undefined;
}

/** {@link ReconnectOptions} with their defaults. */
export type ReconnectPolicy = Readonly<Record<keyof ReconnectOptions, number>>;

/** @throws RangeError if an option is negative or not a number; the message names it */
export function resolveReconnectOptions(
  caller: string,
  { attempts = Infinity, delay = 500, maxDelay = 30_000 }: ReconnectOptions = {},
): ReconnectPolicy {
  const policy = { attempts, delay, maxDelay };
  for (const [name, value] of Object.entries(policy)) {
    checkAtLeast(`${caller}: reconnect.${name}`, value, 0);
  }
  return policy;
}

/**
 * The delays between attempts. Subscriptions that share one wait for the same attempt instead of making their
 * own.
 */
export class Backoff {
  readonly policy: ReconnectPolicy;
  readonly #waits: Waits;
  readonly #waiting = new Set<() => void>();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(policy: ReconnectPolicy, waits: Waits) {
    this.policy = policy;
    this.#waits = waits;
  }

  /**
   * Calls the function after the delay, or after `minDelay` milliseconds if that is longer. Returns a function
   * that cancels it.
   */
  wait(callback: () => void, minDelay: number): () => void {
    const delay = backoffDelay(this.policy, this.#failures);
    if (minDelay > delay) {
      // What the server asks of one subscription doesn't delay the others.
      const stop = (): void => {
        clearTimeout(timer);
        this.#waits.delete(wake);
      };
      const wake = (): void => {
        stop();
        callback();
      };
      const timer = setTimeout(wake, Math.min(minDelay, LONGEST_DELAY));
      this.#waits.add(wake);
      return stop;
    }
    if (this.#waiting.size === 0) {
      this.#failures += 1;
      // A longer timer would fire immediately.
      this.#timer = setTimeout(this.#wake, Math.min(delay, LONGEST_DELAY));
      this.#waits.add(this.#wake);
    }
    this.#waiting.add(callback);
    return () => {
      this.#waiting.delete(callback);
      if (this.#waiting.size === 0) this.#stop();
    };
  }

  /** Begins again with the first delay, after an attempt has succeeded. */
  reset(): void {
    this.#failures = 0;
  }

  readonly #wake = (): void => {
    this.#stop();
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const callback of all) callback();
  };

  #stop(): void {
    clearTimeout(this.#timer);
    this.#waits.delete(this.#wake);
  }
}
