/**
 * For adapters, which connect an `Api` to an HTTP framework, and for plugins, which add pages to it. An
 * adapter calls {@link adapterApi}, mounts the paths from `takeMounts()`, converts each request of the
 * framework to an {@link HttpRequest}, passes it to `handle()` and sends the {@link HttpResponse}.
 *
 * @module
 */
export { adapterApi } from './api/adapter-api.js';
export type { AdapterApi } from './api/api-host.js';
export type { MemoryReservation } from './memory/held-memory.js';
export type { AnyEntrypoint } from './entrypoint/entrypoint.js';
export type { Mount, PageRoute } from './api/router.js';
export type {
  BodyLimits,
  HttpBody,
  HttpRequest,
  TextBody,
  ValueBody,
} from './http/http-request.js';
export type { EventStream } from './http/event-stream.js';
export { decodeBody } from './http/request-body.js';
export {
  bodyToSend,
  callOnSent,
  detailResponse,
  entityHeaders,
  failureResponse,
  type HttpResponse,
  notFoundResponse,
} from './http/http-response.js';
export type {
  AnsweredMessage,
  Effects,
  EndedMessage,
  IncomingMessage,
  MessageOutcome,
  RejectedMessage,
} from './call/message-outcome.js';
export { HttpCarrier } from './exchange/handle-request.js';
export type { StreamEncoding } from './exchange/streamed-message.js';
export type {
  NotificationQueue,
  NotificationReceiver,
  NotifiedMethod,
} from './method/durable-notifications.js';
export { traceHeaders } from './context/instrumentation.js';
export type { EncodedError, EncodedResponse, EncodedResult } from './jsonrpc/encode-response.js';
export { EarlyResponse, keepWrites, type MethodOutcome } from './di/method-outcome.js';
export type { PluginCall } from './di/internal-call.js';
export type { GuardedMethod, IdempotencyGuard } from './method/idempotency-guard.js';
