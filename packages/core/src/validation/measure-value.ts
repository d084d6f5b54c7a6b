const MAX_DEPTH = 10_000;
const MAX_SIZE = 1_000_000;

/** Counts the values in a value and the levels that it nests; stops where it is huge, or a cycle. */
export function measureValue(value: unknown): { readonly size: number; readonly depth: number } {
  let size = 1;
  let depth = 0;
  let level = [value];
  while (depth < MAX_DEPTH && size < MAX_SIZE) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'object' && item !== null) {
        for (const child of Object.values(item)) below.push(child);
      }
    }
    if (below.length === 0) break;
    depth += 1;
    size += below.length;
    level = below;
  }
  return { size, depth };
}
