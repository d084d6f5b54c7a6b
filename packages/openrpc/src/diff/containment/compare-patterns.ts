import { getIntersectionWordSets, isDisjointWith, Words } from 'refa';
import {
  automatonOf,
  complementOf,
  intersection,
  MAX_NODES,
  remembering,
  withinLimits,
} from './pattern-automaton.js';

/** How the texts that match some patterns relate to those that match another one. */
export interface PatternComparison {
  readonly verdict: 'contained' | 'not contained' | 'undecided';
  /** One of the shortest texts that match the inner patterns only, if the verdict is `not contained`. */
  readonly example?: string;
}

const UNDECIDED: PatternComparison = { verdict: 'undecided' };

/** Whether each text that matches all of the inner patterns matches the outer one. */
export const comparePatterns: (inner: readonly string[], outer: string) => PatternComparison =
  remembering((inner, outer) => {
    // Each text matches the empty pattern. Without a pattern that has no automaton, there are more texts.
    const automata = ['', ...inner].flatMap((pattern) => automatonOf(pattern) ?? []);
    const complement = complementOf(outer);
    const found = withinLimits((): PatternComparison => {
      if (complement === undefined) return UNDECIDED;
      const [word] = getIntersectionWordSets(automata.reduce(intersection), complement, MAX_NODES);
      if (word === undefined) return { verdict: 'contained' };
      const example = Words.fromUnicodeToString(Words.pickMostReadableWord(word.slice(1, -1)));
      // An automaton may also read a pair of surrogates as two characters, which no text contains.
      const isExample =
        inner.every((pattern) => hasMatch(pattern, example)) && !hasMatch(outer, example);
      return isExample ? { verdict: 'not contained', example } : UNDECIDED;
    });
    return found ?? UNDECIDED;
  });

/** Whether certainly no text matches both patterns. */
export const areDisjoint: (one: string, other: string) => boolean = remembering((one, other) => {
  const [left, right] = [automatonOf(one), automatonOf(other)];
  if (left === undefined || right === undefined) return false;
  return withinLimits(() => isDisjointWith(left, right, MAX_NODES)) ?? false;
});

function hasMatch(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}
