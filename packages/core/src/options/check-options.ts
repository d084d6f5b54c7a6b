import { describeValue, isObject } from './describe-value.js';
import { habitAdvice } from './habits.js';
import type { OptionKind } from './option-kind.js';

/** The kind of each option. */
export type OptionKinds<Options> = {
  readonly [Name in keyof Required<Options>]: OptionKind;
};

/**
 * Checks options at run time. The compiler doesn't check callers in JavaScript, casts, and unknown
 * members of an object that is passed as a variable.
 *
 * @param where the owner of the options, for error messages: `method "withdraw"`
 * @throws TypeError if an option is unknown or its value is of the wrong kind
 * @throws RangeError if a number is too small or too large
 */
export function checkOptions(
  where: string,
  options: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): void {
  if (!isObject(options) || Array.isArray(options)) {
    throw new TypeError(
      `${where}: the options must be an object, not ${describeValue(options)}. Pass {} if you need none.`,
    );
  }
  checkNames(where, Object.keys(options), Object.keys(kinds));
  for (const [option, kind] of Object.entries(kinds)) {
    const value = options[option];
    if (value === undefined && kind.isRequired !== true) continue;
    checkValue(where, option, value, kind);
  }
}

function checkValue(where: string, name: string, value: unknown, kind: OptionKind): void {
  if (!kind.is(value)) {
    const ErrorType = kind.isRange === true && typeof value === 'number' ? RangeError : TypeError;
    const problem = `${where}: ${name} must be ${kind.must}, not ${describeValue(value)}`;
    const advice = typeof kind.advice === 'function' ? kind.advice(name, value) : kind.advice;
    throw new ErrorType(advice === undefined ? problem : `${problem}. ${advice}`);
  }
  if (kind.items === undefined || !Array.isArray(value)) return;
  for (const [index, item] of value.entries()) {
    checkValue(where, `${name}[${index}]`, item, kind.items);
  }
}

function checkNames(where: string, actual: readonly string[], allowed: readonly string[]): void {
  const unknown = actual.find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, allowed);
  const advice =
    habitAdvice(unknown, allowed) ??
    (nearest === undefined
      ? `The options are ${allowed.join(', ')}.`
      : `Did you mean "${nearest}"?`);
  throw new TypeError(`${where}: unknown option "${unknown}". ${advice}`);
}

/** A shorter prefix may be the beginning of an unrelated word. */
const MIN_PREFIX_LENGTH = 6;

/**
 * Returns the name that was probably meant: the first one that starts with the misspelled name, or else
 * the one with the smallest edit distance. Returns undefined if no name is similar.
 */
export function nearestName(misspelled: string, names: readonly string[]): string | undefined {
  if (misspelled.length >= MIN_PREFIX_LENGTH) {
    const longer = names.find((name) => name.startsWith(misspelled));
    if (longer !== undefined) return longer;
  }
  const lowerCase = misspelled.toLowerCase();
  const maxEdits = Math.min(3, Math.ceil(misspelled.length / 4));
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    const found = names.find((name) => isWithinEdits(lowerCase, name.toLowerCase(), edits));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether adding, removing or replacing at most `edits` letters turns one word into the other. */
function isWithinEdits(a: string, b: string, edits: number): boolean {
  if (edits < 0) return false;
  if (a === '' || b === '') return a.length + b.length <= edits;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return isWithinEdits(restA, restB, edits);
  return [[restA, b] as const, [a, restB] as const, [restA, restB] as const].some(([one, other]) =>
    isWithinEdits(one, other, edits - 1),
  );
}

/**
 * Returns a frozen copy. Options are compiled at declaration, so a later change would have no effect.
 * Changing the frozen copy throws an error instead.
 */
export function frozenCopy<Item>(items: readonly Item[] = []): readonly Item[] {
  return Object.freeze([...items]);
}
