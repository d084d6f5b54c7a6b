import type { MaybePromise } from '../async/maybe-promise.js';
import type { Calls } from '../jsonrpc/message.js';
import { CallContext } from './call-context.js';
import {
  type CallResponse,
  type CallResponses,
  encodeCallResponse,
  NO_RESPONSE,
} from './call-response.js';
import type { HttpExchange } from './http-exchange.js';
import { runBatch } from './run-batch.js';
import { rejectOverRateLimit, startCall } from './start-call.js';

/** Runs the calls of a message, and returns their responses. Never throws or rejects. */
export function runCalls(exchange: HttpExchange, message: Calls): MaybePromise<CallResponses> {
  if (exchange.httpError !== undefined) return NO_RESPONSE;
  return message.kind === 'single'
    ? readAndStart(exchange, message.item, 0)
    : runBatch(exchange, message.items, readAndStart);
}

/** @param index the index of the item in its batch */
function readAndStart(
  exchange: HttpExchange,
  item: unknown,
  index: number,
): MaybePromise<CallResponse> {
  const envelope = exchange.endpoint.readEnvelope(item, exchange.routeMethod, exchange);
  return envelope instanceof Promise
    ? envelope.then((read) => start(new CallContext(exchange, item, read), index))
    : start(new CallContext(exchange, item, envelope), index);
}

function start(call: CallContext, index: number): MaybePromise<CallResponse> {
  const { exchange } = call;
  if (exchange.shared !== undefined && !call.isNotification) {
    exchange.responders[index] = (error) => respondWith(call, error);
  }
  return exchange.rateLimit?.rejects(index) === true ? rejectOverRateLimit(call) : startCall(call);
}

/** Replaces the response of a call after a shared teardown failed. */
function respondWith(call: CallContext, error: unknown): CallResponse {
  call.fail(error);
  const response = encodeCallResponse(call);
  const { malformedReason: err } = call;
  if (err !== undefined) call.failureLogger.error({ err }, 'Call failed');
  return response;
}
