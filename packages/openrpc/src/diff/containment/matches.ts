import { Undecided } from './expand.js';
import { remembering } from './pattern-automaton.js';
import { describe } from './schema-pair.js';
import { MAX_EVALUATION, runWithin } from './time-limit.js';

/** A time limit costs more than most patterns. */
const MAX_KNOWN = 10_000;

/** The expression of a pattern, and whether it has exceeded the time limit. If so, it isn't evaluated again. */
const expressionOf = remembering(
  (pattern: string) => ({ expression: parse(pattern), isSlow: false }),
  MAX_KNOWN,
);

/**
 * Whether a text matches a pattern.
 *
 * @throws Undecided for a pattern that JavaScript can't read, or that takes too long
 */
export const matches: (pattern: string, text: string) => boolean = remembering((pattern, text) => {
  const known = expressionOf(pattern);
  const found = known.isSlow
    ? undefined
    : runWithin(MAX_EVALUATION, () => known.expression.test(text));
  if (found !== undefined) return found.result;
  known.isSlow = true;
  throw new Undecided(`the pattern ${describe(pattern)} takes too long to evaluate`);
}, MAX_KNOWN);

function parse(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    const problem = 'is not a regular expression of JavaScript';
    throw new Undecided(`the pattern ${describe(pattern)} ${problem}`);
  }
}
