import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';

/**
 * Returns a relative link from one path to another, such as `./openapi.json` from `/docs` to
 * `/openapi.json`. It stays valid under any prefix.
 */
export function relativeLink(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1);
  const segments = to.split('/');
  const shared = sharedLength(folders, segments.slice(0, -1));
  const up = '../'.repeat(folders.length - shared);
  // Without `./`, a segment with a colon would be read as a scheme.
  return `${up === '' ? './' : up}${segments.slice(shared).join('/')}`;
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((segment, index) => segment !== other[index]);
  return end === -1 ? one.length : end;
}

/**
 * Returns the path of a method's own route. Encodes special characters, including braces, which are
 * placeholders in OpenAPI paths.
 *
 * @returns undefined for a name that no URL can contain, and if the entrypoint has no such routes
 */
export function methodPath({ path, settings }: AnyEntrypoint, method: string): string | undefined {
  // URL parsers remove these segments, even if they are encoded.
  if (!settings.methodRoutes || method === '.' || method === '..') return undefined;
  const prefix = path === '/' ? '' : path;
  try {
    return `${prefix}/${encodeURIComponent(method)}`;
  } catch {
    // The name contains half of a surrogate pair.
    return undefined;
  }
}

/** Returns the path of an entrypoint's own OpenRPC document. */
export function entrypointOpenRpcPath({ path }: AnyEntrypoint): string {
  return path === '/' ? '/openrpc.json' : `${path}/openrpc.json`;
}
