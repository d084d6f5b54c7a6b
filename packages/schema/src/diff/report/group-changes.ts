import type { Change } from '../change.js';
import type { Severity } from '../rules.js';

/** The severities, the worst first, with a heading. */
export const HEADINGS: readonly (readonly [Severity, string])[] = [
  ['wire', 'Breaks clients at run time'],
  ['unknown', 'May break clients: could not be decided'],
  ['types', 'Breaks clients at compile time'],
  ['compatible', 'Compatible'],
];

/** Returns the changes of a severity by method. Those of the whole document come last. */
export function byMethod(
  changes: readonly Change[],
  severity: Severity,
): ReadonlyMap<string, readonly Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes.filter((one) => one.severity === severity)) {
    const name = change.method ?? 'The document';
    groups.set(name, [...(groups.get(name) ?? []), change]);
  }
  return groups;
}

/** Returns a count such as `1 change` or `3 changes`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
