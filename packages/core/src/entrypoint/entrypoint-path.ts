/**
 * An entrypoint's path without a trailing slash. Route patterns are left to the frameworks: a path is
 * the same text in each of them.
 *
 * @throws TypeError that says what a path has to look like
 */
export function checkPath(path: string): string {
  if (
    typeof path !== 'string' ||
    !/^\/[\w\-.~%@/]*$/.test(path) ||
    path.includes('//') ||
    !isDecodable(path)
  ) {
    throw new TypeError(
      `Entrypoint: the path must begin with "/" and hold no pattern, query or empty segment, ` +
        `as "/api/v1/jsonrpc"; it is ${JSON.stringify(path)}`,
    );
  }
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}
