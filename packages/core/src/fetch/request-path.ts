/**
 * Returns the path of a URL, not decoded, without the query. Runtimes have already normalized the URL
 * of a request, so there is no need for `new URL()`, which is many times as expensive. Keeps a
 * fragment, so that no route matches.
 */
export function urlPath(url: string): string {
  // If the request has no host, Bun's URL is only the path.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const query = url.indexOf('?', start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/**
 * Whether a `host` header contains only a host. Runtimes join the header and the path to a URL. The
 * host `a/rpc?` would therefore turn any path into `/rpc`, and bypass a proxy that protects `/rpc`.
 */
export function isPlainHost(host: string | null | undefined): boolean {
  return !/[/?#@\\]/.test(host ?? '');
}

/** Splits a prefix such as `/bank/:tenant` into segments. */
export function prefixSegments(prefix: string): readonly string[] {
  return prefix.split('/').filter((segment) => segment !== '');
}

/** Returns the path below the prefix; undefined if the path isn't below it. */
export function pathBelow(path: string, prefix: readonly string[]): string | undefined {
  let start = 0;
  for (const segment of prefix) {
    const slash = path.indexOf('/', start + 1);
    const end = slash === -1 ? path.length : slash;
    const actual = path.slice(start + 1, end);
    if (segment.startsWith(':') ? actual === '' : actual !== segment) return undefined;
    start = end;
  }
  return path.slice(start) || '/';
}
