import type { Change } from '../change.js';
import { groupBy } from '../group-by.js';
import type { Severity } from '../rules/rule.js';

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
  const shared = sharedNames(changes);
  return groupBy(
    changes.filter((change) => change.severity === severity),
    ({ method = 'The document', entrypoint }) => {
      const isAmbiguous = entrypoint !== undefined && shared.has(method);
      return isAmbiguous ? `${method} (${entrypoint})` : method;
    },
  );
}

/** Returns the names that methods of several entrypoints have. */
function sharedNames(changes: readonly Change[]): ReadonlySet<string> {
  const first = new Map<string, string | undefined>();
  const shared = new Set<string>();
  for (const { method = '', entrypoint } of changes) {
    if (first.has(method) && first.get(method) !== entrypoint) shared.add(method);
    else first.set(method, entrypoint);
  }
  return shared;
}

/** Returns a count such as `1 change` or `3 changes`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
