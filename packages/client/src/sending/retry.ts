import type { Outcome } from '../call.js';
import { JsonRpcError } from '../errors/json-rpc-error.js';
import { CallTimeoutError, HttpStatusError, NetworkError } from '../errors/transport-errors.js';
import { isRedirect } from '../http/post.js';
import type { EncodedCall } from '../jsonrpc/messages.js';
import { LONGEST_DELAY, type WaitOptions } from './pending-calls.js';

/** How often and for how long the client retries calls with an idempotency key. */
export interface RetryOptions {
  /** How often a call is sent at most, the first time included. 1 never retries. Default: 5. */
  readonly attempts?: number | undefined;
  /** Milliseconds after the first attempt until which another one may start. Default: 60,000. */
  readonly maxTime?: number | undefined;
  /**
   * Milliseconds after which an attempt is given up. It must be longer than the methods take. Default:
   * 30,000. It applies neither without retries, nor to a `$batch` with a call that has no key. The
   * `timeout` of a call always applies, to all attempts together.
   */
  readonly attemptTimeout?: number | undefined;
  /**
   * Milliseconds before the second attempt. Each further delay is twice as long, and a random part of up
   * to a half is subtracted. Default: 200.
   */
  readonly delay?: number | undefined;
  /** The longest of these delays in milliseconds. Default: 5,000. */
  readonly maxDelay?: number | undefined;
}

/** {@link RetryOptions} with their defaults. */
export type RetryPolicy = Readonly<Record<keyof RetryOptions, number>>;

/** @throws RangeError if an option is negative or not a number, or `attempts` is less than 1 */
export function resolveRetryOptions(options: RetryOptions = {}): RetryPolicy {
  const policy = {
    attempts: 5,
    maxTime: 60_000,
    attemptTimeout: 30_000,
    delay: 200,
    maxDelay: 5_000,
  };
  for (const [name, value] of Object.entries(options) as [
    keyof RetryPolicy,
    number | undefined,
  ][]) {
    if (value === undefined) continue;
    const least = name === 'attempts' ? 1 : 0;
    if (!(value >= least)) {
      throw new RangeError(`createClient: retry.${name} must be ${least} or more, not ${value}`);
    }
    policy[name] = value;
  }
  return policy;
}

/** Sends calls once. Never rejects. */
export type SendOnce = (
  calls: readonly EncodedCall[],
  wait: WaitOptions,
) => Promise<readonly Outcome[]>;

/**
 * Sends the calls of one caller, and sends those again that have a key and may be unanswered. Resolves
 * with the last outcome of each call.
 */
export async function sendWithRetries(
  calls: readonly EncodedCall[],
  { signal, timeout = Infinity }: WaitOptions,
  { policy, sendOnce }: { readonly policy: RetryPolicy; readonly sendOnce: SendOnce },
): Promise<readonly Outcome[]> {
  const outcomes = new Map<EncodedCall, Outcome>();
  const { attemptTimeout } = policy;
  const start = Date.now();
  let open = calls;
  for (let attempt = 1; ; attempt += 1) {
    const elapsed = Date.now() - start;
    const isLimited =
      policy.attempts > 1 &&
      timeout - elapsed > attemptTimeout &&
      open.every((call) => call.isIdempotent);
    const wait = isLimited ? { signal, timeout: attemptTimeout } : { signal, timeout, elapsed };
    const received = await sendOnce(open, wait);
    for (const [index, call] of open.entries()) outcomes.set(call, received[index] as Outcome);

    const left = Math.min(policy.maxTime, timeout) - (Date.now() - start);
    let delay = backoff(policy, attempt);
    open = open.filter((call) => {
      const asked = call.isIdempotent ? requiredDelay(outcomes.get(call)) : Infinity;
      if (attempt >= policy.attempts || Math.max(asked, delay) >= left) return false;
      delay = Math.max(asked, delay);
      return true;
    });
    if (open.length === 0) return calls.map((call) => outcomes.get(call) as Outcome);
    await sleep(delay, signal);
  }
}

/** Doubles with each attempt. The random part keeps clients from retrying at the same time. */
function backoff({ delay, maxDelay }: RetryPolicy, attempt: number): number {
  return Math.min(delay * 2 ** (attempt - 1), maxDelay) * (1 - Math.random() / 2);
}

const TEMPORARY_STATUSES = [502, 503, 504];
const REQUEST_TIMEOUT = -32002;

/**
 * Returns the milliseconds that the server asks to wait before another attempt, which may be 0.
 * `Infinity` if another attempt would get the same response.
 */
function requiredDelay(outcome: Outcome | undefined): number {
  return outcome?.ok === false ? delayAfter(outcome.error) : Infinity;
}

function delayAfter(error: unknown): number {
  if (error instanceof NetworkError) return isRedirect(error.cause) ? Infinity : 0;
  if (error instanceof CallTimeoutError) return 0;
  if (error instanceof HttpStatusError) {
    return TEMPORARY_STATUSES.includes(error.status) ? retryAfter(error.headers) : Infinity;
  }
  if (!(error instanceof JsonRpcError)) return Infinity;
  // The server runs another attempt of the call, or it is over its rate limit.
  const { retryAfterMs } = (error.data ?? {}) as { readonly retryAfterMs?: unknown };
  if (typeof retryAfterMs === 'number') return retryAfterMs;
  return error.code === REQUEST_TIMEOUT ? 0 : delayAfter(error.cause);
}

/** Reads seconds or a date. */
function retryAfter(headers: Headers): number {
  const text = headers.get('retry-after') ?? '0';
  const delay = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(delay) ? 0 : delay;
}

/** Resolves after the delay, at most 24 days, or as soon as the signal is aborted. */
function sleep(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    // A longer timer would fire immediately.
    const timer = setTimeout(wake, Math.min(delay, LONGEST_DELAY));
    if (signal?.aborted === true) wake();
    else signal?.addEventListener('abort', wake);
  });
}
