import { type HeaderFields, headersOf } from '../http/header-fields.js';
import { type Endpoint, endpointOf, type EndpointOptions } from '../http/post.js';
import { failure, type Outcome } from '../protocol/outcome.js';
import { type CallRequest, encodeCall } from '../protocol/outgoing-call.js';
import { exchange, type Form } from './exchange.js';
import { tickQueue } from './tick-queue.js';
import { WaitingCalls } from './waiting-calls.js';

/** What may be said with a call, or with a `$batch`. */
export interface CallOptions {
  /** Gives the call up when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds from the call to its answer; then it fails with `TimeoutError`. */
  readonly timeout?: number | undefined;
  /** Beside those of the client, or in place of those of the same names. */
  readonly headers?: HeaderFields | undefined;
}

export interface TransmitterOptions extends EndpointOptions {
  /** Milliseconds for each call that says nothing else. Default: none, it waits for ever. */
  readonly timeout?: number | undefined;
  /**
   * Sends the calls of one tick as one batch, up to `maxSize` (default: 100) in one. A call that is
   * alone in its tick goes by itself. Default: false.
   */
  readonly batch?: boolean | { readonly maxSize?: number | undefined } | undefined;
}

/** Makes calls in one HTTP request and gives their outcomes in their order; it never rejects. */
export type Transmit = (
  form: Form,
  requests: readonly CallRequest[],
  options?: CallOptions,
) => Promise<readonly Outcome[]>;

/** @throws RangeError where `batch.maxSize` or `maxResponseBytes` is no positive number */
export function transmitter(options: TransmitterOptions): Transmit {
  const endpoint = endpointOf(options);
  const enqueue = queueOf(options, endpoint);
  // An id has to tell apart the calls of one HTTP request only. One that no other call of the client
  // has is easier to find in a log.
  let lastId = 0;
  return async (form, requests, { signal, timeout = options.timeout, headers } = {}) => {
    try {
      const fields = headersOf(headers);
      const calls = requests.map((request) => {
        if (!request.isNotification) lastId += 1;
        return encodeCall(request, request.isNotification ? undefined : lastId);
      });
      const waiting = new WaitingCalls(calls, { signal, timeout });
      if (waiting.isOver) return await waiting.outcomes;
      if (form === 'single' && enqueue !== undefined) enqueue(waiting, fields);
      else void exchange(endpoint, form, [waiting], fields);
      return await waiting.outcomes;
    } catch (error) {
      return requests.map(() => failure(error));
    }
  };
}

function queueOf(
  { batch = false }: TransmitterOptions,
  endpoint: Endpoint,
): ReturnType<typeof tickQueue> | undefined {
  if (batch === false) return undefined;
  const { maxSize = 100 } = batch === true ? {} : batch;
  if (!(maxSize >= 1)) {
    throw new RangeError(`createClient: batch.maxSize must be 1 or more, not ${maxSize}`);
  }
  return tickQueue(maxSize, (group, headers) => {
    void exchange(endpoint, group.length > 1 ? 'batch' : 'single', group, headers);
  });
}
