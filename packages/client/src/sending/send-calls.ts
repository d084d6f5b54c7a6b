import type { Outcome } from '../call.js';
import {
  type Endpoint,
  type EndpointOptions,
  type HeaderFields,
  mergeHeaders,
  resolveEndpoint,
} from '../http/endpoint.js';
import { post } from '../http/post.js';
import { matchResponses } from '../jsonrpc/match-responses.js';
import { type CallRequest, encodeCall } from '../jsonrpc/messages.js';
import { BatchQueue, type CallGroup } from './batch-queue.js';
import { PendingCalls } from './pending-calls.js';
import { resolveRetryOptions, type RetryOptions, type SendOnce, sendWithRetries } from './retry.js';

/** Options of a call or a `$batch`. */
export interface CallOptions {
  /** Aborts the call, which then fails with `CallAbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with `CallTimeoutError`. Default: the client's `timeout`. */
  readonly timeout?: number | undefined;
  /** Headers in addition to the client's. They replace headers of the same names. */
  readonly headers?: HeaderFields | undefined;
}

/** The option of a call, or of an item of a batch, whose method is idempotent. */
export interface KeyOption {
  /**
   * The key by which the server recognizes another attempt of this call. The client retries calls with a
   * key. To retry a call of an earlier page or process, pass the key that it had. Default: the client
   * creates one for each call of the methods in its option `idempotent`.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call of an idempotent method. */
export interface IdempotentCallOptions extends CallOptions, KeyOption {}

export interface SendOptions extends EndpointOptions {
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

/** Whether calls are sent as a JSON-RPC batch, even if there is only one. */
export type RequestKind = 'single' | 'batch';

/** Sends calls in one HTTP request and returns their outcomes in the same order. Never rejects. */
export type SendCalls = (
  kind: RequestKind,
  requests: readonly CallRequest[],
  options?: CallOptions,
) => Promise<readonly Outcome[]>;

/**
 * Creates the function that sends the calls of a client.
 *
 * @throws RangeError if `batch.maxSize`, `maxResponseBytes` or an option of `retry` is out of range
 */
export function createSender(options: SendOptions): SendCalls {
  const endpoint = resolveEndpoint(options);
  const queue = createQueue(options, endpoint);
  const { retry } = options;
  const policy = resolveRetryOptions(retry === false ? { attempts: 1 } : retry);
  // JSON-RPC requires unique ids within a request only; unique ids within a client help in logs.
  let lastId = 0;
  return async (kind, requests, { signal, timeout = options.timeout, headers } = {}) => {
    try {
      const callHeaders = mergeHeaders(headers);
      const calls = requests.map((request) => {
        if (!request.isNotification) lastId += 1;
        return encodeCall(request, request.isNotification ? undefined : lastId);
      });
      const sendOnce: SendOnce = (unfinished, wait) => {
        const pending = new PendingCalls(unfinished, wait);
        if (pending.isSettled) return pending.outcomes;
        if (kind === 'single' && queue !== undefined) queue.add(pending, callHeaders);
        else void sendGroup(endpoint, kind, { headers: callHeaders, members: [pending] });
        return pending.outcomes;
      };
      return await sendWithRetries(calls, { signal, timeout }, { policy, sendOnce });
    } catch (error) {
      return requests.map(() => ({ ok: false, error }));
    }
  };
}

function createQueue({ batch = false }: SendOptions, endpoint: Endpoint): BatchQueue | undefined {
  if (batch === false) return undefined;
  const { maxSize = 100 } = batch === true ? {} : batch;
  if (!(maxSize >= 1)) {
    throw new RangeError(`createClient(): batch.maxSize must be 1 or more, not ${maxSize}`);
  }
  return new BatchQueue(maxSize, (group) => {
    void sendGroup(endpoint, group.members.length > 1 ? 'batch' : 'single', group);
  });
}

/** Sends one HTTP request, which is aborted as soon as all its calls are settled. */
async function sendGroup(
  endpoint: Endpoint,
  kind: RequestKind,
  { headers, members }: CallGroup,
): Promise<void> {
  const controller = new AbortController();
  let unsettled = members.length;
  for (const member of members) {
    member.onSettled = () => {
      unsettled -= 1;
      if (unsettled === 0) controller.abort();
    };
  }
  const calls = members.flatMap((member) => member.calls);
  try {
    const json = calls.map((call) => call.json).join(',');
    const body = kind === 'batch' ? `[${json}]` : json;
    const response = await post(endpoint, { body, headers, signal: controller.signal });
    const outcomes = matchResponses(calls, response);
    let first = 0;
    for (const member of members) {
      const end = first + member.calls.length;
      // The request is complete, so there is nothing to abort.
      member.onSettled = undefined;
      member.settle(outcomes.slice(first, end));
      first = end;
    }
  } catch (error) {
    for (const member of members) {
      member.onSettled = undefined;
      member.fail(error);
    }
  }
}
