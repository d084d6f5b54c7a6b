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
    const { item: value, routeMethod } = message;
    return startItem(endpoint, exchange, { value, index: 0, routeMethod });
  }
  return runBatch(exchange, {
    items: message.items,
    order: endpoint.settings.batchOrder,
    start: (value, index) =>
      startItem(endpoint, exchange, { value, index, routeMethod: undefined }),
  });
}

/** One item of a message. */
interface MessageItem {
  readonly value: unknown;
  /** Its place in a batch. */
  readonly index: number;
  /** The method whose own route the request came to. */
  readonly routeMethod: string | undefined;
}

function startItem(
  endpoint: Endpoint,
  exchange: HttpExchange,
  item: MessageItem,
): MaybePromise<Answer> {
  const envelope = endpoint.readEnvelope(item.value, item.routeMethod, exchange);
  return isRead(envelope)
    ? start(endpoint, exchange, { ...item, envelope })
    : envelope.then((read) => start(endpoint, exchange, { ...item, envelope: read }));
}

function start(
  endpoint: Endpoint,
  exchange: HttpExchange,
  { value, index, routeMethod, envelope }: MessageItem & { readonly envelope: Envelope },
): MaybePromise<Answer> {
  const method =
    envelope.kind === 'invalid'
      ? undefined
      : endpoint.findMethod(envelope.request.method, routeMethod);
  const call = new CallContext(exchange, value, envelope, method?.method);
  // A failing teardown of a shared dependency may still replace its response.
  if (exchange.shared !== undefined && !call.isNotification) exchange.answered[index] = call;
  return exchange.rateLimit?.rejects(index) === true
    ? rejectOverRateLimit(call)
    : startCall(endpoint, call, method);
}
