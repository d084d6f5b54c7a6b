import { adapterApi } from '../api/adapter-api.js';
import type { Api } from '../api/api.js';
import {
  detailResponse,
  failureResponse,
  type HttpResponse,
  notFoundResponse,
} from '../http/http-response.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import type { OptionKind } from '../options/option-kind.js';
import { type FetchContext, FetchHttpRequest } from './fetch-request.js';
import {
  callOnSentAfterReturn,
  keepOpen,
  keepRunning,
  type PlatformContext,
} from './platform-context.js';
import { isPlainHost, pathBelow, prefixSegments, urlPath } from './request-path.js';
import { RequestSignal } from './request-signal.js';
import { toWebResponse } from './web-response.js';

/** Options of a fetch handler. */
export interface FetchOptions {
  /**
   * The path at which the api is mounted, such as `/bank`. A segment that starts with a colon matches
   * any segment: `/:tenant`. Default: the root.
   */
  readonly prefix?: string | undefined;
}

/**
 * Serves one request. The last argument is the context of the platform. If there are three arguments,
 * methods read the second one as `env` of `fetchContext`. Rejects only if `next()` of the context
 * rejects.
 */
export interface FetchHandler {
  (request: Request, context?: PlatformContext & object): Promise<Response>;
  (request: Request, env: unknown, context: PlatformContext & object): Promise<Response>;
}

const prefix: OptionKind = {
  is: (value) => typeof value === 'string' && /^\/[^?#]*$/.test(value),
  must: 'a path',
  advice: () => "Write '/bank'.",
};

const optionKinds: OptionKinds<FetchOptions> = { prefix };

/**
 * Returns a fetch handler that serves the api on any runtime, without a framework. Bind the entrypoints
 * and add the pages first.
 *
 * ```ts
 * export default { fetch: jsonRpc(api) };
 * ```
 *
 * A request to any other path is passed to `next()` of the platform's context, or gets 404 if there is
 * no `next()`.
 *
 * @throws TypeError if an option is invalid, or if a resource isn't provided
 */
export function jsonRpc(api: Api, options: FetchOptions = {}): FetchHandler {
  const host = adapterApi(api, 'jsonRpc()');
  checkOptions('jsonRpc()', options, optionKinds);
  const segments = prefixSegments(options.prefix ?? '');
  host.takeMounts();
  const { logger } = api;

  const respond = async (
    native: FetchContext,
    context: PlatformContext | undefined,
  ): Promise<Response> => {
    const { request } = native;
    const signal = new RequestSignal();
    const send = (response: HttpResponse): Response => {
      signal.end();
      callOnSentAfterReturn(response.onSent, context, logger);
      if (response.events !== undefined) keepOpen(context, request, logger);
      return toWebResponse(response, request.method, host);
    };
    if (!isPlainHost(request.headers.get('host'))) return send(detailResponse(400, 'Bad Request'));
    try {
      const path = pathBelow(urlPath(request.url), segments);
      const response =
        path === undefined
          ? undefined
          : await host.handle(new FetchHttpRequest(native, path, signal));
      if (response !== undefined) return send(response);
    } catch (error) {
      return send(failureResponse(error, logger));
    }
    return typeof context?.next === 'function' ? context.next() : send(notFoundResponse());
  };

  return (request: Request, ...platform: readonly unknown[]): Promise<Response> => {
    const [env, context] = platform.length > 1 ? platform : [undefined, platform[0]];
    // All members of the context are optional, and are checked before they are used.
    const known = context as PlatformContext | undefined;
    const response = respond({ request, env, context }, known);
    keepRunning(known, response, logger);
    return response;
  };
}
