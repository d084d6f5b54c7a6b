/**
 * For packages that connect an `Api` to an HTTP framework, or add pages to it. {@link adapterApi}
 * returns what they need: an adapter mounts `mounts`, converts the framework's request to an
 * {@link HttpRequest}, passes it to `handle()` and sends the {@link HttpResponse}.
 *
 * @module
 */
export type { Api } from './api/api.js';
export { adapterApi } from './api/adapter-api.js';
export { isResolvedPath } from './api/router.js';
export type { AdapterApi } from './api/api-host.js';
export type { Mount, PageRoute } from './api/router.js';

export { DEFAULT_SEND_TIMEOUT, type HttpResponse } from './http/http-response.js';
export type {
  BodyLimits,
  HttpBody,
  MissingBody,
  TextBody,
  ValueBody,
} from './http/http-request.js';
export type { HttpRequest } from './http/http-request.js';
export { isPromise, type MaybePromise, continueWith } from './async/maybe-promise.js';
export { settlesWithin } from './async/timers.js';
export { checkOptions, type OptionKinds } from './options/check-options.js';
export { callback, duration, type OptionKind, texts } from './options/option-kind.js';
export { parseEncodedJson } from './jsonrpc/encode-response.js';
