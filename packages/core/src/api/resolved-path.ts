/** Dot segments, encoded or not, a fragment, or a backslash, which some servers take for a slash. */
const UNRESOLVED = /[#\\]|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether a path is one that every client, proxy and framework reads the same. Any other names no route:
 * whoever resolves it, as a proxy that guards a path may, would see another one than the api.
 */
export function isResolvedPath(path: string): boolean {
  return !UNRESOLVED.test(path);
}
