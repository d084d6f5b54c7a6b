/**
 * Helpers that the packages of this project share. The stability policy excludes this module, so don't
 * import it in an application, an adapter or a plugin.
 *
 * A released package works with every core that its caret range accepts, so remove or change a name only
 * in a release that is outside of these ranges.
 *
 * @module
 */
export { isEntrypoint } from './api/require-api.js';
export { continueWith, ignoreRejection, isPromise } from './async/maybe-promise.js';
export { settlesWithin } from './async/timers.js';
export { addGauges, count, readGauges } from './context/measurement.js';
export { standardError, withErrorCodes } from './errors/error-codes.js';
export { includesSource } from './di/dependency.js';
export { observeBody } from './fetch/observed-body.js';
export { addressOf, callOnSentAfterReturn, keepRunning } from './fetch/platform-context.js';
export { isPlainHost } from './fetch/request-path.js';
export { RequestSignal } from './fetch/request-signal.js';
export { checkRequest } from './http/check-request.js';
export { toReadableStream } from './http/event-stream.js';
export { DEFAULT_SEND_TIMEOUT } from './http/http-response.js';
export { decodeBuffer, readWebBody } from './http/request-body.js';
export { isResolvedPath } from './http/route-path.js';
export { EncodedEvent, READER } from './message/channel-event.js';
export { jsonTypeOf, parseEncodedJson } from './jsonrpc/encode-response.js';
export { readJson } from './jsonrpc/message.js';
export { callGuarded } from './logging/call-guarded.js';
export { durableOptions } from './method/durable-notifications.js';
export { checkOptions, type OptionKinds } from './options/check-options.js';
export { describeValue, nameOf } from './options/describe-value.js';
export {
  anything,
  callback,
  delay,
  flag,
  notNegative,
  object,
  oneOf,
  type OptionKind,
  positive,
  positiveOrInfinity,
  schema,
  text,
  texts,
  timeLimit,
  waitTime,
} from './options/option-kind.js';
export { FairQueue } from './scheduling/fair-queue.js';
