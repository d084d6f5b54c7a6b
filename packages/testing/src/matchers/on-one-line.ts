import type { MatcherState } from 'vitest';

/** Values as they stand in a message; the diff below it has them at length. */
export function onOneLine({ stringify }: MatcherState['utils']): (value: unknown) => string {
  return (value) => stringify(value, undefined, { min: true });
}
