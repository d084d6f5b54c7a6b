import { Undecided } from './expand.js';
import { describe } from './schema-pair.js';
import { MAX_EVALUATION, runWithin } from './time-limit.js';

/** What a pattern and a text have led to. A time limit costs more than most patterns. */
const known = new Map<string, boolean>();

/** Patterns that have exceeded the time limit. They are not evaluated again. */
const slow = new Set<string>();

const MAX_KNOWN = 10_000;

/**
 * Whether a text matches a pattern.
 *
 * @throws Undecided for a pattern that JavaScript can't read, or that takes too long
 */
export function matches(pattern: string, text: string): boolean {
  const key = JSON.stringify([pattern, text]);
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  if (known.size + slow.size >= MAX_KNOWN) {
    known.clear();
    slow.clear();
  }
  const expression = parse(pattern);
  const found = slow.has(pattern)
    ? undefined
    : runWithin(MAX_EVALUATION, () => expression.test(text));
  if (found === undefined) {
    slow.add(pattern);
    throw new Undecided(`the pattern ${describe(pattern)} takes too long to evaluate`);
  }
  known.set(key, found.result);
  return found.result;
}

function parse(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    const problem = 'is not a regular expression of JavaScript';
    throw new Undecided(`the pattern ${describe(pattern)} ${problem}`);
  }
}
