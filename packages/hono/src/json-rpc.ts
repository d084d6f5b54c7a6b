import {
  adapterApi,
  type AdapterApi,
  type Api,
  type HttpResponse,
  isPromise,
  type Mount,
} from '@jsonrpc-kit/core/adapter';
import { failedResponse } from '@jsonrpc-kit/node/adapter';
import { Hono } from 'hono';
import { pathBelow } from './path-below.js';
import { sendResponse } from './send-response.js';
import { toHttpRequest } from './to-http-request.js';

/**
 * An app that serves the api as it is now: bind its entrypoints and add its pages before. A path
 * that is none of the api's goes on to the other routes of the application.
 *
 * ```ts
 * app.route('/', jsonRpc(api));
 * ```
 */
export function jsonRpc(api: Api): Hono {
  const host = adapterApi(api, 'jsonRpc()');
  const app = new Hono();
  const { logger } = api;
  for (const mount of host.takeMounts()) {
    app.on('ALL', patternsOf(mount), (c, next) => {
      const send = (response: HttpResponse): Response => sendResponse(c, response, logger);
      const fail = (error: unknown): Response => send(failedResponse(error, logger));
      let result: ReturnType<AdapterApi['handle']>;
      try {
        const path = pathBelow(c, mount.path);
        result = path === undefined ? undefined : host.handle(toHttpRequest(c, path));
      } catch (error) {
        return fail(error);
      }
      if (result === undefined) return next();
      return isPromise(result) ? result.then(send, fail) : send(result);
    });
  }
  return app;
}

/** Hono matches decoded paths, where `%25` alone stays as it is. Its `/*` takes the parent too. */
function patternsOf({ path, matchSubpaths }: Mount): string[] {
  const base = decodeURI(path.replaceAll('%25', '%2525')).replace(/\/$/, '');
  return matchSubpaths ? [`${base}/*`] : [base, `${base}/`];
}
