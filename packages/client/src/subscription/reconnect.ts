import { checkAtLeast } from '../number-options.js';
import { LONGEST_DELAY } from '../sending/pending-calls.js';
import { backoffDelay } from '../sending/retry.js';

/** When a client subscribes again after its connection was interrupted. */
export interface ReconnectOptions {
  /**
   * The number of attempts after which a subscription fails with the last error. `0` never subscribes
   * again. Default: `Infinity`.
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
  readonly #waiting = new Set<() => void>();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(policy: ReconnectPolicy) {
    this.policy = policy;
  }

  /**
   * Calls the function after the delay, or after `minDelay` milliseconds if that is longer. Returns a function
   * that cancels it.
   */
  wait(callback: () => void, minDelay: number): () => void {
    const delay = backoffDelay(this.policy, this.#failures);
    if (minDelay > delay) {
      // What the server asks of one subscription doesn't delay the others.
      const timer = setTimeout(callback, Math.min(minDelay, LONGEST_DELAY));
      return () => clearTimeout(timer);
    }
    if (this.#waiting.size === 0) {
      this.#failures += 1;
      // A longer timer would fire immediately.
      this.#timer = setTimeout(() => this.#wake(), Math.min(delay, LONGEST_DELAY));
    }
    this.#waiting.add(callback);
    return () => {
      this.#waiting.delete(callback);
      if (this.#waiting.size === 0) clearTimeout(this.#timer);
    };
  }

  /** Begins again with the first delay, after an attempt has succeeded. */
  reset(): void {
    this.#failures = 0;
  }

  #wake(): void {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const callback of all) callback();
  }
}
