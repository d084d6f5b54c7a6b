import { atLeast, atMost, keywordsOf, numbersOf, rangeOf, typesOf } from './conjunction.js';
import { describe, mismatch, type Pair } from './schema-pair.js';
import type { Mismatch } from './mismatch.js';

/** Compares the keywords for numbers. */
export function compareNumbers(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  const types = typesOf(inner);
  if (!types.has('integer') && !types.has('fraction')) return [];
  const own = rangeOf(inner, types);
  const limit = rangeOf([outer], types);
  const found: Mismatch[] = [];
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = keywordsOf(outer);
  if (typeof exclusiveMinimum === 'boolean' || typeof exclusiveMaximum === 'boolean') {
    found.push(mismatch(pair, 'undecided', 'an exclusive bound is a boolean, as in draft-04'));
  }
  if (
    own.min < limit.min ||
    (own.min === limit.min && limit.isMinExclusive && !own.isMinExclusive)
  ) {
    found.push(mismatch(pair, 'constraint', `numbers below ${describe(limit.min)}`));
  }
  if (
    own.max > limit.max ||
    (own.max === limit.max && limit.isMaxExclusive && !own.isMaxExclusive)
  ) {
    found.push(mismatch(pair, 'constraint', `numbers above ${describe(limit.max)}`));
  }
  if (typeof multipleOf === 'number') {
    const steps = [...numbersOf(inner, 'multipleOf'), ...(types.has('fraction') ? [] : [1])];
    if (!steps.some((step) => Number.isInteger(step / multipleOf))) {
      const detail = `numbers that are not multiples of ${multipleOf}`;
      found.push(mismatch(pair, 'constraint', detail, { keyword: 'multipleOf' }));
    }
  }
  return found;
}

/** Compares the keywords for strings. */
export function compareStrings(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  if (!typesOf(inner).has('string')) return [];
  const found: Mismatch[] = [...compareLengths(pair, ['minLength', 'maxLength'], 'characters')];
  const { pattern, format } = keywordsOf(outer);
  if (pattern !== undefined && !inner.some((one) => keywordsOf(one)['pattern'] === pattern)) {
    const isKnown = inner.some((one) => keywordsOf(one)['pattern'] !== undefined);
    found.push(
      isKnown
        ? mismatch(pair, 'undecided', 'the patterns differ', { keyword: 'pattern' })
        : mismatch(pair, 'constraint', `strings that do not match ${describe(pattern)}`, {
            keyword: 'pattern',
          }),
    );
  }
  if (format !== undefined && !inner.some((one) => keywordsOf(one)['format'] === format)) {
    const detail = `strings without the format ${describe(format)}`;
    found.push(mismatch(pair, 'constraint', detail, { keyword: 'format' }));
  }
  return found;
}

/** Compares keywords such as `minLength` and `maxLength`. */
export function compareLengths(
  pair: Pair,
  [least, most]: readonly [string, string],
  unit: string,
): readonly Mismatch[] {
  const { inner, outer } = pair;
  const found: Mismatch[] = [];
  const min = atLeast([outer], least);
  if (atLeast(inner, least) < min) {
    found.push(
      mismatch(pair, 'constraint', `values with fewer than ${min} ${unit}`, { keyword: least }),
    );
  }
  const max = atMost([outer], most);
  if (atMost(inner, most) > max) {
    found.push(
      mismatch(pair, 'constraint', `values with more than ${max} ${unit}`, { keyword: most }),
    );
  }
  return found;
}
