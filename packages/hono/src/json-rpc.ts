import type { Api } from '@jsonrpc-kit/core';
import {
  type AdapterApi,
  adapterApi,
  detailResponse,
  failureResponse,
  type HttpResponse,
  type Mount,
} from '@jsonrpc-kit/core/adapter';
import {
  isPlainHost,
  isPromise,
  isResolvedPath,
  keepRunning,
  RequestSignal,
} from '@jsonrpc-kit/core/internal';
import { targetPath } from '@jsonrpc-kit/node/adapter';
import { type Context, Hono } from 'hono';
import { HonoRequest } from 'hono/request';
import { basePath } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import { HonoHttpRequest, hostOf, nodeExchange } from './http-request.js';
import { executionContext, sendResponse } from './send-response.js';

/**
 * Returns a Hono app that serves the api. Bind the entrypoints and add the pages first. Requests to
 * other paths are passed to the other routes of your application.
 *
 * ```ts
 * app.route('/', jsonRpc(api));
 * ```
 *
 * @throws TypeError if a resource isn't provided
 */
export function jsonRpc(api: Api): Hono {
  const host = adapterApi(api, 'jsonRpc()');
  const app = new Hono();
  const { logger } = api;
  for (const mount of host.takeMounts()) {
    app.on('ALL', patternsOf(mount), (c, next) => {
      const signal = new RequestSignal();
      const send = (response: HttpResponse): Response => {
        signal.end();
        return sendResponse(c, response, host);
      };
      const fail = (error: unknown): Response => send(failureResponse(error, logger));
      if (!isPlainHost(hostOf(c))) return send(detailResponse(400, 'Bad Request'));
      let result: ReturnType<AdapterApi['handle']>;
      try {
        const path = subpath(c, mount.path);
        result = path === undefined ? undefined : host.handle(new HonoHttpRequest(c, path, signal));
      } catch (error) {
        return fail(error);
      }
      if (result === undefined) return next();
      if (!isPromise(result)) return send(result);
      const response = result.then(send, fail);
      if (nodeExchange(c) === undefined) keepRunning(executionContext(c), response, logger);
      return response;
    });
  }
  return app;
}

/**
 * Returns the route patterns of a mount. Hono matches decoded paths, in which only `%25` stays encoded.
 * Its pattern `/a/*` also matches `/a`.
 */
function patternsOf({ path, matchSubpaths }: Mount): string[] {
  const base = decodeURI(path.replaceAll('%25', '%2525')).replace(/\/$/, '');
  return matchSubpaths ? [`${base}/*`] : [base, `${base}/`];
}

/**
 * Returns the path of the request below the prefix at which the app is mounted, not decoded. Returns
 * undefined if the server has resolved dot segments or removed a fragment before it passed the path to
 * Hono.
 */
function subpath(c: Context, mountPath: string): string | undefined {
  const { path, url } = c.req;
  const target = nodeExchange(c)?.incoming.url;
  if (target !== undefined && target !== path && !isResolvedPath(targetPath(target))) {
    return undefined;
  }
  const isEscaped = url.includes('%');
  // The common case: no prefix.
  if (path === mountPath && !isEscaped) return path;
  const prefix = basePath(ownContext(c));
  const below = path.slice(prefix.endsWith('/') ? prefix.length - 1 : prefix.length) || '/';
  if (!isEscaped || below === '/') return below;
  // Hono has decoded the path, but kept the number of segments, so takes as many from the end of the
  // URL's path.
  const segments = new URL(url).pathname.split('/');
  return `/${segments.slice(1 - below.split('/').length).join('/')}`;
}

type MatchedRoute = [[handler: unknown, RouterRoute], params: Record<string, never>];

/**
 * Returns a context that `basePath()` can read. An application that calls `require('hono')` uses Hono's
 * CommonJS build, while this package imports the ESM build, and each build stores the matched routes of
 * a request under its own symbol.
 */
function ownContext(c: Context): Context {
  const isOwn: boolean = c.req instanceof HonoRequest;
  if (isOwn) return c;
  // Deprecated in favor of `hono/route`, but the only way to access the routes of the other build.
  const { matchedRoutes, routeIndex, raw, path } = c.req;
  const routes = matchedRoutes.map((route): MatchedRoute => [[route.handler, route], {}]);
  const req = new HonoRequest(raw, path, [routes]);
  req.routeIndex = routeIndex;
  return { req } as Context;
}
