/**
 * For adapters, which connect an `Api` to an HTTP framework, and for plugins, which add pages to it. An
 * adapter calls {@link adapterApi}, mounts the paths from `takeMounts()`, converts each request of the
 * framework to an {@link HttpRequest}, passes it to `handle()` and sends the {@link HttpResponse}.
 *
 * @module
 */
export { adapterApi } from './api/adapter-api.js';
export type { AdapterApi } from './api/api-host.js';
export type { Api } from './api/api.js';
export { isResolvedPath, type Mount, type PageRoute } from './api/router.js';
export type {
  BodyLimits,
  HttpBody,
  HttpRequest,
  MissingBody,
  TextBody,
  ValueBody,
} from './http/http-request.js';
export { checkRequest, type RequestRejection } from './http/check-request.js';
export { decodeBody, decodeBuffer, readWebBody } from './http/request-body.js';
export {
  bodyToSend,
  callOnSent,
  DEFAULT_SEND_TIMEOUT,
  detailResponse,
  entityHeaders,
  failureResponse,
  type HttpResponse,
  notFoundResponse,
} from './http/http-response.js';
export {
  callOnSentAfterReturn,
  keepRunning,
  type PlatformContext,
} from './fetch/platform-context.js';
export { isPlainHost } from './fetch/request-path.js';
export { RequestSignal } from './fetch/request-signal.js';
export type { DependencyOverrides } from './di/dependency-overrides.js';
export {
  type DurableNotification,
  jobOrder,
  type NotificationQueue,
  type NotificationStore,
} from './method/durable-notifications.js';
export { traceHeaders } from './context/instrumentation.js';
export { readJson } from './jsonrpc/message.js';
export { parseEncodedJson } from './jsonrpc/encode-response.js';
export { checkOptions, type OptionKinds } from './options/check-options.js';
export {
  anything,
  callback,
  delay,
  flag,
  notNegative,
  object,
  type OptionKind,
  positive,
  text,
  texts,
  waitTime,
} from './options/option-kind.js';
export type { RecordableCall, RecordedResponse, Recording } from './di/recording.js';
export type { CallRecorder, RecorderValues } from './method/call-recorder.js';
export { callGuarded } from './logging/call-guarded.js';
export { FairQueue } from './scheduling/fair-queue.js';
export { continueWith, isPromise, type MaybePromise } from './async/maybe-promise.js';
export { settlesWithin } from './async/timers.js';
