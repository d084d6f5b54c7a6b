import type { Goal } from './goals.js';

/** Goals, those that are missed at the end. */
export function reportGoals(goals: readonly Goal[]): string {
  return goals
    .toSorted((a, b) => Number(b.isMet) - Number(a.isMet))
    .map(({ name, isMet, figures }) => `${isMet ? 'met   ' : 'MISSED'} ${name}: ${figures}`)
    .join('\n');
}
