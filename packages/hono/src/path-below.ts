import type { Context } from 'hono';
import { basePath } from 'hono/route';

/**
 * The request's path below the place where the api's app is mounted. Hono has decoded its own path,
 * but in the same segments, so those of the URL are found by counting from the end.
 */
export function pathBelow(c: Context, mountPath: string): string {
  const { path, url } = c.req;
  const isEscaped = url.includes('%');
  // The common case: nothing stands in front of it or behind it.
  if (path === mountPath && !isEscaped) return path;
  const below = withoutPrefix(path, basePath(c)) || '/';
  if (!isEscaped || below === '/') return below;
  const segments = new URL(url).pathname.split('/');
  return `/${segments.slice(1 - below.split('/').length).join('/')}`;
}

function withoutPrefix(path: string, prefix: string): string {
  return path.slice(prefix.endsWith('/') ? prefix.length - 1 : prefix.length);
}
