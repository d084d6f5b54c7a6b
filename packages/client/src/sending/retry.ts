import type { Outcome } from '../call.js';
import { JsonRpcError } from '../errors/json-rpc-error.js';
import { CallTimeoutError, HttpStatusError, NetworkError } from '../errors/transport-errors.js';
import { isRedirect } from '../http/post.js';
import type { EncodedCall } from '../jsonrpc/messages.js';
import { LONGEST_DELAY, type WaitOptions } from './pending-calls.js';

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
      throw new RangeError(`createClient(): retry.${name} must be ${least} or more, not ${value}`);
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
 * Sends the calls of one caller, and retries those that have a key and no final response. Resolves with
 * the last outcome of each call.
 */
export async function sendWithRetries(
  calls: readonly EncodedCall[],
  { signal, timeout = Infinity }: WaitOptions,
  { policy, sendOnce }: { readonly policy: RetryPolicy; readonly sendOnce: SendOnce },
): Promise<readonly Outcome[]> {
  const outcomes = new Map<EncodedCall, Outcome>();
  const { attemptTimeout } = policy;
  const start = Date.now();
  let unfinished = calls;
  for (let attempt = 1; ; attempt += 1) {
    const elapsed = Date.now() - start;
    const isLimited =
      policy.attempts > 1 &&
      timeout - elapsed > attemptTimeout &&
      unfinished.every((call) => call.isIdempotent);
    const wait = isLimited ? { signal, timeout: attemptTimeout } : { signal, timeout, elapsed };
    const received = await sendOnce(unfinished, wait);
    for (const [index, call] of unfinished.entries()) {
      outcomes.set(call, received[index] as Outcome);
    }

    const remaining = Math.min(policy.maxTime, timeout) - (Date.now() - start);
    let delay = backoff(policy, attempt);
    // A batch that is or may be one transaction is retried as a whole.
    const cause = failureOfAll(unfinished, received);
    const isWhole = cause !== undefined;
    const mayRetryAll = unfinished.every((call) => call.isIdempotent);
    unfinished = unfinished.filter((call) => {
      const mayRetry = isWhole ? mayRetryAll : call.isIdempotent;
      const minDelay = mayRetry ? minDelayAfter(cause ?? outcomes.get(call)) : Infinity;
      if (attempt >= policy.attempts || Math.max(minDelay, delay) >= remaining) return false;
      delay = Math.max(minDelay, delay);
      return true;
    });
    if (unfinished.length === 0) return calls.map((call) => outcomes.get(call) as Outcome);
    await sleep(delay, signal);
  }
}

/** Doubles with each attempt. The random part keeps clients from retrying at the same time. */
function backoff({ delay, maxDelay }: RetryPolicy, attempt: number): number {
  return Math.min(delay * 2 ** (attempt - 1), maxDelay) * (1 - Math.random() / 2);
}

const BATCH_ROLLED_BACK = -32015;

/**
 * Returns the failure that has or may have rolled back a whole batch; undefined if the calls were
 * independent. If the calls all have the same error, the notifications may have been rolled back with them.
 */
function failureOfAll(
  calls: readonly EncodedCall[],
  outcomes: readonly Outcome[],
): Outcome | undefined {
  let failure: Outcome | undefined;
  const codes = new Set<unknown>();
  for (const [index, outcome] of outcomes.entries()) {
    if (calls[index]?.id === undefined) continue;
    const { code, data } = ((outcome.ok ? undefined : outcome.error) ?? {}) as Partial<
      JsonRpcError<number, { readonly failedIndex?: unknown } | null>
    >;
    if (code === BATCH_ROLLED_BACK) return outcomes[Number(data?.failedIndex)] ?? outcome;
    codes.add(code);
    // Errors of the transport have names as codes.
    failure = typeof code === 'number' ? outcome : undefined;
  }
  return codes.size === 1 ? failure : undefined;
}

const TEMPORARY_STATUSES = [502, 503, 504];
const REQUEST_TIMEOUT = -32002;
/** An HTTP error on a connection, with the status in its data. */
const HTTP_ERROR = -32000;

/**
 * Returns the milliseconds that the server asks to wait before another attempt, which may be 0. Returns
 * `Infinity` if another attempt would get the same response.
 */
function minDelayAfter(outcome: Outcome | undefined): number {
  return outcome?.ok === false ? minDelayAfterError(outcome.error) : Infinity;
}

function minDelayAfterError(error: unknown): number {
  if (error instanceof NetworkError) return isRedirect(error.cause) ? Infinity : 0;
  if (error instanceof CallTimeoutError) return 0;
  if (error instanceof HttpStatusError) {
    return TEMPORARY_STATUSES.includes(error.status) ? retryAfter(error.headers) : Infinity;
  }
  if (!(error instanceof JsonRpcError)) return Infinity;
  const { code, cause } = error;
  const { retryAfterMs, status } = (error.data ?? {}) as Readonly<Record<string, unknown>>;
  // An earlier attempt still runs on the server, or the call exceeds a rate limit.
  if (typeof retryAfterMs === 'number') return retryAfterMs;
  const isTemporary = code === HTTP_ERROR && TEMPORARY_STATUSES.includes(status as number);
  return isTemporary || code === REQUEST_TIMEOUT ? 0 : minDelayAfterError(cause);
}

/** Reads the header `retry-after`, which contains seconds or a date, as milliseconds. */
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
