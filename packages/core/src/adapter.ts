/**
 * What a package needs that puts an `Api` behind an HTTP framework: it mounts `api.mounts`, turns the
 * framework's request into an {@link HttpRequest}, hands it to `api.handle()` and sends the
 * {@link HttpAnswer}.
 *
 * @module
 */
export type { Api } from './api/api.js';
export { requireApi } from './api/require-argument.js';
export { isResolvedPath } from './api/resolved-path.js';
export type { Mount, PageRoute } from './api/router.js';
export type { ScopeSource } from './args/argument-source.js';
export { DEFAULT_SEND_TIMEOUT, type HttpAnswer } from './exchange/http-answer.js';
export type {
  BodyLimits,
  HttpBody,
  MissingBody,
  TextBody,
  ValueBody,
} from './exchange/http-body.js';
export type { HttpRequest } from './exchange/http-request.js';
export { isPromise, type MaybePromise, whenDone } from './flow/maybe-promise.js';
export { settlesWithin } from './flow/settles-within.js';
export { checkOptions, type OptionKinds } from './options/check-options.js';
export { callback, duration, type OptionKind, texts } from './options/option-kind.js';
export { parseEncodedJson } from './protocol/encoded-json.js';
