import { isResolvedPath } from '@jsonrpc-kit/core/adapter';
import { targetPath } from '@jsonrpc-kit/node/adapter';
import type { Context } from 'hono';
import { HonoRequest } from 'hono/request';
import { basePath } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import { nodeBindings } from './node-bindings.js';

type MatchedRoute = [[handler: unknown, RouterRoute], params: Record<string, never>];

/**
 * The request's path below the place where the api's app is mounted. Hono has decoded its own path,
 * but in the same segments, so those of the URL are found by counting from the end. Undefined where
 * the server has resolved dot segments, or dropped a fragment, before Hono saw the path.
 */
export function pathBelow(c: Context, mountPath: string): string | undefined {
  const { path, url } = c.req;
  const target = nodeBindings(c)?.incoming.url;
  // The common case: the server has changed nothing.
  if (target === undefined || target === path || isResolvedPath(targetPath(target))) {
    return resolvedPathBelow(c, { path, url, mountPath });
  }
  return undefined;
}

function resolvedPathBelow(
  c: Context,
  { path, url, mountPath }: { path: string; url: string; mountPath: string },
): string {
  const isEscaped = url.includes('%');
  // The common case: nothing stands in front of it or behind it.
  if (path === mountPath && !isEscaped) return path;
  const below = withoutPrefix(path, basePath(ownContext(c))) || '/';
  if (!isEscaped || below === '/') return below;
  const segments = new URL(url).pathname.split('/');
  return `/${segments.slice(1 - below.split('/').length).join('/')}`;
}

/**
 * The part of the context that `basePath()` reads, as this build of Hono has it. An application that
 * calls `require('hono')` uses Hono's CommonJS build, while this package imports the other one, and
 * each build keeps the matched routes of a request under a symbol of its own.
 */
function ownContext(c: Context): Context {
  const isOwn: boolean = c.req instanceof HonoRequest;
  if (isOwn) return c;
  // Deprecated in favour of `hono/route`, but the only access to the routes of the other build.
  const { matchedRoutes, routeIndex, raw, path } = c.req;
  const routes = matchedRoutes.map((route): MatchedRoute => [[route.handler, route], {}]);
  const req = new HonoRequest(raw, path, [routes]);
  req.routeIndex = routeIndex;
  return { req } as Context;
}

function withoutPrefix(path: string, prefix: string): string {
  return path.slice(prefix.endsWith('/') ? prefix.length - 1 : prefix.length);
}
