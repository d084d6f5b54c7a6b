import { CallContext } from '../context/call-context.js';
import type { HttpExchange } from '../context/http-exchange.js';
import { type Answer, type Answers, NO_ANSWER } from '../dispatch/answer.js';
import { runBatch } from '../dispatch/run-batch.js';
import { rejectOverRateLimit, startCall } from '../dispatch/start-call.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import type { Envelope } from '../protocol/envelope.js';
import type { Calls } from '../protocol/message.js';
import type { Endpoint } from './endpoint.js';
import { isRead } from './request-envelope.js';

/** Runs the calls of a message; returns their responses. Never throws or rejects. */
export function runCalls(
  endpoint: Endpoint,
  exchange: HttpExchange,
  message: Calls,
): MaybePromise<Answers> {
  if (exchange.httpError !== undefined) return NO_ANSWER;
  if (message.kind === 'single') {
    return startItem(endpoint, exchange, { item: message.item, index: 0 });
  }
  return runBatch(exchange, {
    items: message.items,
    order: endpoint.settings.batchOrder,
    start: (item, index) => startItem(endpoint, exchange, { item, index }),
  });
}

/** One item of a message, with its place in a batch. */
interface MessageItem {
  readonly item: unknown;
  readonly index: number;
}

function startItem(
  endpoint: Endpoint,
  exchange: HttpExchange,
  { item, index }: MessageItem,
): MaybePromise<Answer> {
  const envelope = endpoint.readEnvelope(item, exchange.routeMethod, exchange);
  return isRead(envelope)
    ? start(endpoint, exchange, { item, index, envelope })
    : envelope.then((read) => start(endpoint, exchange, { item, index, envelope: read }));
}

function start(
  endpoint: Endpoint,
  exchange: HttpExchange,
  { item, index, envelope }: MessageItem & { readonly envelope: Envelope },
): MaybePromise<Answer> {
  const method =
    envelope.kind === 'invalid'
      ? undefined
      : endpoint.findMethod(envelope.request.method, exchange.routeMethod);
  const call = new CallContext(exchange, item, envelope, method?.method);
  // A failing teardown of a shared dependency may still replace its response.
  if (exchange.shared !== undefined && !call.isNotification) exchange.answered[index] = call;
  return exchange.rateLimit?.rejects(index) === true
    ? rejectOverRateLimit(call)
    : startCall(endpoint, call, method);
}
