import { type Api, type Mount, requireApi, whenDone } from '@jsonrpc-kit/core/adapter';
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
  requireApi('jsonRpc()', api);
  const app = new Hono();
  for (const mount of api.takeMounts()) {
    app.on('ALL', patternsOf(mount), (c, next) => {
      const answer = api.handle(toHttpRequest(c, pathBelow(c, mount.path)));
      return answer === undefined ? next() : whenDone(answer, (sent) => sendResponse(c, sent));
    });
  }
  return app;
}

/** Hono matches decoded paths, where `%25` alone stays as it is. Its `/*` takes the parent too. */
function patternsOf({ path, below }: Mount): string[] {
  const base = decodeURI(path.replaceAll('%25', '%2525')).replace(/\/$/, '');
  return below ? [`${base}/*`] : [base, `${base}/`];
}
