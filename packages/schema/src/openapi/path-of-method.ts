/**
 * The path of a method's own route. What would not come through as it is, is percent-encoded: braces
 * too, which mean something else in the paths of the document.
 *
 * @returns undefined for a name that no URL can carry
 */
export function pathOfMethod(entrypointPath: string, method: string): string | undefined {
  // A URL parser takes these away, encoded or not.
  if (method === '.' || method === '..') return undefined;
  const prefix = entrypointPath === '/' ? '' : entrypointPath;
  try {
    return `${prefix}/${encodeURIComponent(method)}`;
  } catch {
    // It has half of a surrogate pair.
    return undefined;
  }
}
