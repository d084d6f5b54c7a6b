import type { Outcome } from '../call.js';
import { type HeaderFields, mergeHeaders } from '../http/endpoint.js';
import { type CallRequest, encodeRequest, withId } from '../jsonrpc/messages.js';
import { createBatchQueue } from './batch-queue.js';
import { PendingCalls } from './pending-calls.js';
import type { RequestKind, Session } from './session.js';
import { resolveRetryOptions, type RetryOptions, type SendOnce, sendWithRetries } from './retry.js';

/** Options of a call or a `$batch`. */
export interface CallOptions {
  /** Aborts the call, which then fails with `CallAbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with `CallTimeoutError`. Default: the client's `timeout`. */
  readonly timeout?: number | undefined;
  /** Headers in addition to the client's. They replace headers of the same names. */
  readonly headers?: HeaderFields | undefined;
  /**
   * Receives the values that the method reports while it runs. If the function throws, the call is
   * cancelled and fails with that error. Only a client with a `transport` receives them.
   */
  readonly onProgress?: ((value: unknown) => void) | undefined;
}

/** Options of a call of an idempotent method. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * The key by which the server recognizes another attempt of this call. The client retries calls with a
   * key. To retry a call of an earlier page or process, pass the key that it had. Default: the client
   * creates one for each call of the methods in its option `idempotent`.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The option of an item of a batch whose method is idempotent. */
export type KeyOption = Pick<IdempotentCallOptions, 'idempotencyKey'>;

/** Options of every client. */
export interface SendOptions {
  /** The timeout of calls that set none, in milliseconds. Default: calls never time out. */
  readonly timeout?: number | undefined;
  /**
   * Sends the calls of one tick as one batch, with at most `maxSize` calls (default: 100). The only call
   * of a tick is sent as a single call. Default: false.
   */
  readonly batch?: boolean | { readonly maxSize?: number | undefined } | undefined;
  /**
   * How often and for how long to retry calls with an idempotency key. Other calls are never retried.
   * `false` never retries. Default: up to 5 attempts within 60 seconds.
   */
  readonly retry?: RetryOptions | false | undefined;
}

/** Sends calls in one message and returns their outcomes in the same order. Never rejects. */
export type SendCalls = (
  kind: RequestKind,
  requests: readonly CallRequest[],
  options?: CallOptions,
) => Promise<readonly Outcome[]>;

/**
 * Creates the function that sends the calls of a client.
 *
 * @throws RangeError if `batch.maxSize` or an option of `retry` is out of range
 */
export function createSender(options: SendOptions, session: Session): SendCalls {
  const { batch = false, retry } = options;
  const addToBatch =
    batch === false
      ? undefined
      : createBatchQueue(batch === true ? {} : batch, (group) =>
          session.sendGroup(group.members.length > 1 ? 'batch' : 'single', group),
        );
  const { waits } = session;
  const policy = resolveRetryOptions(retry === false ? { attempts: 1 } : retry);
  return async (
    kind,
    requests,
    { signal, timeout = options.timeout, headers, onProgress } = {},
  ) => {
    try {
      const callHeaders = mergeHeaders(headers);
      const encoded = requests.map((request) => encodeRequest(request, onProgress));
      const sendOnce: SendOnce = (unfinished, wait) => {
        const calls = unfinished.map((request) => withId(request, session.nextId));
        const pending = new PendingCalls(calls, wait);
        if (pending.isSettled) return pending.outcomes;
        if (kind === 'single' && addToBatch !== undefined) addToBatch(pending, callHeaders);
        else session.sendGroup(kind, { headers: callHeaders, members: [pending] });
        return pending.outcomes;
      };
      return await sendWithRetries(encoded, { signal, timeout }, { policy, sendOnce, waits });
    } catch (error) {
      return requests.map(() => ({ ok: false, error }));
    }
  };
}
