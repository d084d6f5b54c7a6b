import type { Outcome } from '../call.js';
import type { JsonRpcError } from '../errors/json-rpc-error.js';
import type { EncodedRequest } from '../jsonrpc/messages.js';
import { checkAtLeast } from '../number-options.js';
import { LONGEST_DELAY, type WaitOptions } from './pending-calls.js';
import type { Waits } from './session.js';
import { minDelayAfter } from './temporary-errors.js';

/** How often and for how long the client retries calls with an idempotency key. */
export interface RetryOptions {
  /** The maximum number of attempts, including the first. `1` disables retries. Default: 5. */
  readonly attempts?: number | undefined;
  /**
   * How long after the start of the first attempt another one may start, in milliseconds. Default:
   * 60,000.
   */
  readonly maxTime?: number | undefined;
  /**
   * The time limit for one attempt, in milliseconds. It must be longer than the slowest method takes.
   * Default: 30,000. There is no such limit if retries are disabled, or for a `$batch` that contains a
   * call without a key. The `timeout` of a call always applies, to all attempts together.
   */
  readonly attemptTimeout?: number | undefined;
  /**
   * The delay before the second attempt, in milliseconds. Each further delay is twice as long. Up to half
   * of each delay is subtracted at random. Default: 200.
   */
  readonly delay?: number | undefined;
  /** The longest of these delays, in milliseconds. A server may ask for more. Default: 5,000. */
  readonly maxDelay?: number | undefined;
}

/** {@link RetryOptions} with their defaults. */
export type RetryPolicy = Readonly<Record<keyof RetryOptions, number>>;

/**
 * Applies the defaults of the options.
 *
 * @throws RangeError if an option is negative or not a number, or `attempts` is less than 1
 */
export function resolveRetryOptions({
  attempts = 5,
  maxTime = 60_000,
  attemptTimeout = 30_000,
  delay = 200,
  maxDelay = 5_000,
}: RetryOptions = {}): RetryPolicy {
  const policy = { attempts, maxTime, attemptTimeout, delay, maxDelay };
  for (const [name, value] of Object.entries(policy)) {
    checkAtLeast(`createClient(): retry.${name}`, value, name === 'attempts' ? 1 : 0);
  }
  return policy;
}

/** How calls are sent, and sent again. */
export interface Attempts {
  readonly policy: RetryPolicy;
  readonly sendOnce: SendOnce;
  /** The waits that end when the client is closed. */
  readonly waits?: Waits | undefined;
}

/** Sends calls once. Never rejects. */
export type SendOnce = (
  calls: readonly EncodedRequest[],
  wait: WaitOptions,
) => Promise<readonly Outcome[]>;

/**
 * Sends the calls of one caller, and retries those that have a key and no final response. Resolves with
 * the last outcome of each call.
 */
export async function sendWithRetries(
  calls: readonly EncodedRequest[],
  { signal, timeout = Infinity }: WaitOptions,
  { policy, sendOnce, waits }: Attempts,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<EncodedRequest, Outcome>();
  const { attemptTimeout } = policy;
  const start = Date.now();
  let unfinished = calls;
  for (let attempt = 1; ; attempt += 1) {
    const elapsed = Date.now() - start;
    const mayRetryAll = unfinished.every((call) => call.isIdempotent);
    const isLimited = policy.attempts > 1 && mayRetryAll && timeout - elapsed > attemptTimeout;
    const wait = isLimited ? { signal, timeout: attemptTimeout } : { signal, timeout, elapsed };
    const received = await sendOnce(unfinished, wait);
    for (const [index, call] of unfinished.entries()) {
      outcomes.set(call, received[index] as Outcome);
    }

    const remaining = Math.min(policy.maxTime, timeout) - (Date.now() - start);
    let delay = backoffDelay(policy, attempt - 1);
    // A batch that is or may be one transaction is retried as a whole.
    const failure = failureOfAll(unfinished, received);
    unfinished = unfinished.filter((call) => {
      const mayRetry = failure === undefined ? call.isIdempotent : mayRetryAll;
      const error = errorIn(failure ?? outcomes.get(call));
      const minDelay = mayRetry ? minDelayAfter(error) : Infinity;
      if (attempt >= policy.attempts || Math.max(minDelay, delay) >= remaining) return false;
      delay = Math.max(minDelay, delay);
      return true;
    });
    if (unfinished.length === 0) return calls.map((call) => outcomes.get(call) as Outcome);
    await sleep(delay, signal, waits);
  }
}

/** Doubles with each failure. The random part keeps clients from returning at the same time. */
export function backoffDelay(
  { delay, maxDelay }: Pick<RetryPolicy, 'delay' | 'maxDelay'>,
  failures: number,
): number {
  return Math.min(delay * 2 ** failures, maxDelay) * (1 - Math.random() / 2);
}

const BATCH_ROLLED_BACK = -32015;

/**
 * Returns the failure that has or may have rolled back a whole batch; undefined if the calls were
 * independent. If the calls all have the same error, the notifications may have been rolled back with them.
 */
function failureOfAll(
  calls: readonly EncodedRequest[],
  outcomes: readonly Outcome[],
): Outcome | undefined {
  let failure: Outcome | undefined;
  const codes = new Set<unknown>();
  for (const [index, outcome] of outcomes.entries()) {
    if (calls[index]?.isNotification !== false) continue;
    const { code, data } = (errorIn(outcome) ?? {}) as Partial<
      JsonRpcError<number, { readonly failedIndex?: unknown } | null>
    >;
    if (code === BATCH_ROLLED_BACK) return outcomes[Number(data?.failedIndex)] ?? outcome;
    codes.add(code);
    // Errors of the transport have names as codes.
    failure = typeof code === 'number' ? outcome : undefined;
  }
  return codes.size === 1 ? failure : undefined;
}

function errorIn(outcome: Outcome | undefined): unknown {
  return outcome?.ok === false ? outcome.error : undefined;
}

/** Resolves after the delay, at most 24 days, or as soon as the signal is aborted or the client is closed. */
function sleep(delay: number, signal?: AbortSignal, waits?: Waits): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      waits?.delete(wake);
      resolve();
    };
    // A longer timer would fire immediately.
    const timer = setTimeout(wake, Math.min(delay, LONGEST_DELAY));
    if (signal?.aborted === true) wake();
    else {
      signal?.addEventListener('abort', wake);
      waits?.add(wake);
    }
  });
}
