/** A prefix of fewer letters than this may well be another word. */
const SHORTEST_PREFIX = 6;

/** The name that somebody meant: one that begins so, or that is a few letters away. */
export function nearestName(meant: string, names: readonly string[]): string | undefined {
  if (meant.length >= SHORTEST_PREFIX) {
    const longer = names.find((name) => name.startsWith(meant));
    if (longer !== undefined) return longer;
  }
  const most = Math.min(3, Math.ceil(meant.length / 4));
  for (let edits = 0; edits <= most; edits += 1) {
    const found = names.find((name) => isWithin(meant.toLowerCase(), name.toLowerCase(), edits));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether so many letters added, left out or replaced make one word of the other. */
function isWithin(a: string, b: string, edits: number): boolean {
  if (edits < 0) return false;
  if (a === '' || b === '') return a.length + b.length <= edits;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return isWithin(restA, restB, edits);
  return [[restA, b] as const, [a, restB] as const, [restA, restB] as const].some(([one, other]) =>
    isWithin(one, other, edits - 1),
  );
}
