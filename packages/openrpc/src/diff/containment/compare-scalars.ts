import { acceptsValues } from './accepts-values.js';
import { comparePatterns } from './compare-patterns.js';
import {
  atLeast,
  atMost,
  keywordsOf,
  numbersOf,
  patternsOf,
  rangeOf,
  typesOf,
} from './conjunction.js';
import type { Conjunction } from './expand.js';
import { constrainingKeywords } from './identical.js';
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
  const { format } = keywordsOf(outer);
  const found: Mismatch[] = [...compareTextLengths(pair), ...comparePattern(pair)];
  if (format !== undefined && !inner.some((one) => keywordsOf(one)['format'] === format)) {
    const detail = `strings that are not of the format ${describe(format)}`;
    found.push(mismatch(pair, 'constraint', detail, { keyword: 'format' }));
  }
  return found;
}

/** Leaves out the bounds that each string that matches the inner patterns keeps. */
function compareTextLengths(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  const own = patternsOf(inner);
  const found = compareLengths(pair, ['minLength', 'maxLength'], ['strings', 'characters']);
  return found.filter(({ outer: pointer }) => {
    const keyword = pointer.endsWith('minLength') ? 'minLength' : 'maxLength';
    const bound = lengthPattern([{ ...outer, schema: { [keyword]: keywordsOf(outer)[keyword] } }]);
    return own.length === 0 || comparePatterns(own, bound).verdict !== 'contained';
  });
}

function comparePattern(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  const { pattern } = keywordsOf(outer);
  if (typeof pattern !== 'string') return [];
  const own = patternsOf(inner);
  if (own.includes(pattern)) return [];
  const lengths = inner.some(hasLength) ? [lengthPattern(inner)] : [];
  const compared = [own, [...own, ...lengths]].map((all) => comparePatterns(all, pattern));
  if (compared.some(({ verdict }) => verdict === 'contained')) return [];
  const example = compared.at(-1)?.example;
  const detail = `strings that do not match ${describe(pattern)}`;
  if (own.length === 0) return [mismatch(pair, 'constraint', detail, { keyword: 'pattern' })];
  if (example !== undefined && inner.every((one) => fitsBesidePattern(one, example))) {
    const more = `, such as ${describe(example)}`;
    return [mismatch(pair, 'constraint', detail + more, { keyword: 'pattern' })];
  }
  const all = [...own, pattern].map(describe).join(' and ');
  return [mismatch(pair, 'undecided', `the patterns ${all} differ`, { keyword: 'pattern' })];
}

function hasLength(one: LocatedSchema): boolean {
  const { minLength, maxLength } = keywordsOf(one);
  return minLength !== undefined || maxLength !== undefined;
}

/** Returns a pattern that strings of the allowed lengths match. */
function lengthPattern(all: Conjunction): string {
  const max = atMost(all, 'maxLength');
  return `^[^]{${atLeast(all, 'minLength')},${max === Infinity ? '' : max}}$`;
}

/** Whether a string fits a schema whose pattern and lengths it fits. */
function fitsBesidePattern(one: LocatedSchema, text: string): boolean {
  const others = constrainingKeywords(one).filter((keyword) => !COMPARED.has(keyword));
  // Validators ignore the formats that they don't know.
  if (others.includes('format')) return false;
  return others.length === 0 || acceptsValues(one, [text]).accepted[0] === true;
}

/** Keywords for strings that the automata read, and those whose schemas are in the conjunction too. */
const COMPARED: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'maxLength',
  'minLength',
  'pattern',
  'type',
]);

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
