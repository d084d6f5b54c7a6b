/** How many segments a prefix has. */
export function segmentsOf(prefix: string): number {
  return prefix.split('/').filter((segment) => segment !== '').length;
}

/**
 * The path without its first segments. They are counted, not compared: a prefix may have parameters,
 * and the path is as it came, not decoded.
 */
export function pathBelow(path: string, depth: number): string {
  let start = 0;
  for (let segment = 0; segment < depth; segment += 1) {
    start = path.indexOf('/', start + 1);
    if (start === -1) return '/';
  }
  return path.slice(start);
}
