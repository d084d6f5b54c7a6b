import { atLeast, atMost, keywordsOf, numbersOf, rangeOf, typesOf } from './conjunction.js';
import { describe, mismatch, type Pair } from './schema-pair.js';
import type { LocatedSchema } from '../../document/schema-document.js';
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
    const detail = `numbers ${limit.isMinExclusive ? 'not above' : 'below'} ${limit.min}`;
    const keyword = limit.isMinExclusive ? 'exclusiveMinimum' : keywordOf(outer, 'minimum');
    found.push(mismatch(pair, 'constraint', detail, { keyword }));
  }
  if (
    own.max > limit.max ||
    (own.max === limit.max && limit.isMaxExclusive && !own.isMaxExclusive)
  ) {
    const detail = `numbers ${limit.isMaxExclusive ? 'not below' : 'above'} ${limit.max}`;
    const keyword = limit.isMaxExclusive ? 'exclusiveMaximum' : keywordOf(outer, 'maximum');
    found.push(mismatch(pair, 'constraint', detail, { keyword }));
  }
  if (typeof multipleOf === 'number') {
    const steps = [...numbersOf(inner, 'multipleOf'), ...(types.has('fraction') ? [] : [1])];
    if (!steps.some((step) => isMultiple(step, multipleOf))) {
      const detail = `numbers that are not multiples of ${multipleOf}`;
      found.push(mismatch(pair, 'constraint', detail, { keyword: 'multipleOf' }));
    }
  }
  return found;
}

/** Whether a decimal number is a multiple of another one. Floating point divides 0.3 by 0.1 to 2.9999999999999996. */
function isMultiple(number: number, divisor: number): boolean {
  const digits = Math.max(decimalsOf(number), decimalsOf(divisor));
  const [one, other] = [number, divisor].map((value) => BigInt(Math.round(value * 10 ** digits)));
  return one !== undefined && other !== undefined && other !== 0n && one % other === 0n;
}

function decimalsOf(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e');
  return Math.min(Math.max((digits.split('.')[1] ?? '').length - Number(exponent), 0), 300);
}

/** The bounds of integers are inclusive here, but the schema may say `exclusiveMinimum`. */
function keywordOf(outer: LocatedSchema, keyword: 'maximum' | 'minimum'): string {
  const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  return keywordsOf(outer)[keyword] === undefined ? exclusive : keyword;
}

/** Compares the keywords for strings. */
export function compareStrings(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  if (!typesOf(inner).has('string')) return [];
  const found: Mismatch[] = [
    ...compareLengths(pair, ['minLength', 'maxLength'], ['strings', 'characters']),
  ];
  const { pattern, format } = keywordsOf(outer);
  if (pattern !== undefined && !inner.some((one) => keywordsOf(one)['pattern'] === pattern)) {
    const own = inner.flatMap((one) => keywordsOf(one)['pattern'] ?? []);
    const both = [own.map(describe).join(' and '), describe(pattern)].join(' and ');
    found.push(
      own.length > 0
        ? mismatch(pair, 'undecided', `the patterns ${both} differ`, { keyword: 'pattern' })
        : mismatch(pair, 'constraint', `strings that do not match ${describe(pattern)}`, {
            keyword: 'pattern',
          }),
    );
  }
  if (format !== undefined && !inner.some((one) => keywordsOf(one)['format'] === format)) {
    const detail = `strings that are not of the format ${describe(format)}`;
    found.push(mismatch(pair, 'constraint', detail, { keyword: 'format' }));
  }
  return found;
}

/** Compares keywords such as `minLength` and `maxLength`. */
export function compareLengths(
  pair: Pair,
  [least, most]: readonly [string, string],
  [values, unit]: readonly [string, string],
): readonly Mismatch[] {
  const { inner, outer } = pair;
  const found: Mismatch[] = [];
  const min = atLeast([outer], least);
  if (atLeast(inner, least) < min) {
    const detail = min === 1 ? `empty ${values}` : `${values} of fewer than ${min} ${unit}`;
    found.push(mismatch(pair, 'constraint', detail, { keyword: least }));
  }
  const max = atMost([outer], most);
  if (atMost(inner, most) > max) {
    const detail = `${values} of more than ${max} ${max === 1 ? unit.slice(0, -1) : unit}`;
    found.push(mismatch(pair, 'constraint', detail, { keyword: most }));
  }
  return found;
}
