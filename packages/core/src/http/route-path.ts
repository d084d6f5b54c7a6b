/** Dot segments, encoded or not, a fragment, or a backslash, which some servers treat as a slash. */
const UNRESOLVED = /[#\\]|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether all clients, proxies and frameworks interpret the path in the same way. Other paths have no
 * route, because a proxy that protects some paths might resolve them differently from the api.
 */
export function isResolvedPath(path: string): boolean {
  return !UNRESOLVED.test(path);
}

/**
 * The escapes of ASCII characters, except `%20` and `%25`. Some frameworks decode them before they find
 * the route and others don't, and some give the decoded character a meaning.
 */
const AMBIGUOUS_ESCAPE = /%(?!20|25)[0-7][0-9a-f]/gi;
const PLAIN_CHARACTER = /[\w\-.~/]/;

/**
 * Checks that clients can reach a path in the same way with every adapter.
 *
 * @throws TypeError that says what to write instead
 */
export function checkRoutePath(where: string, path: string): void {
  const escape = path.match(AMBIGUOUS_ESCAPE)?.[0];
  if (isResolvedPath(path) && escape === undefined) return;
  const problem =
    escape === undefined
      ? 'has a segment "." or "..", which clients and proxies resolve'
      : `contains ${escape}, which frameworks decode at different times`;
  const plain = path.replaceAll(AMBIGUOUS_ESCAPE, (found) => {
    const character = decodeURIComponent(found);
    return PLAIN_CHARACTER.test(character) ? character : '-';
  });
  const resolved = new URL(plain.replaceAll(/\/{2,}/g, '/'), 'http://localhost').pathname;
  throw new TypeError(`${where}: the path "${path}" ${problem}. Write "${resolved}" instead.`);
}

/** Returns the path without a trailing slash. */
export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
