import type { OptionKind } from './option-kind.js';
import { isObject, describeValue } from './describe-value.js';

/** The options that there are, and what each may be. */
export type OptionKinds<Options> = {
  readonly [Name in keyof Required<Options>]: OptionKind;
};

/**
 * The compiler says all this before; but not in JavaScript, nor of what was cast, nor of what an
 * object has beside the options when it is handed on in a variable.
 *
 * @param where for messages: `method withdraw`
 * @throws TypeError for an option that there is not, or whose value is of another kind
 * @throws RangeError for a number that is too small or too large
 */
export function checkOptions(
  where: string,
  options: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): void {
  if (!isObject(options) || Array.isArray(options)) {
    throw new TypeError(
      `${where}: the options must be an object, not ${describeValue(options)}; write {} where there are none`,
    );
  }
  checkNames(where, Object.keys(options), Object.keys(kinds));
  for (const [option, kind] of Object.entries(kinds)) {
    const value = options[option];
    if (value !== undefined || kind.isRequired === true) checkOption(where, option, value, kind);
  }
}

function checkNames(where: string, given: readonly string[], names: readonly string[]): void {
  const unknown = given.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, names);
  const hint =
    nearest === undefined ? `there are ${names.join(', ')}` : `did you mean "${nearest}"?`;
  throw new TypeError(`${where}: there is no option "${unknown}"; ${hint}`);
}

function checkOption(where: string, option: string, value: unknown, kind: OptionKind): void {
  if (!kind.is(value)) {
    const instead = kind.instead === undefined ? '' : `; ${kind.instead(option, value)}`;
    throw refusal(
      kind.isRange === true && typeof value === 'number',
      `${where}: ${option} must be ${kind.must}, not ${describeValue(value)}${instead}`,
    );
  }
  const { items } = kind;
  if (items === undefined) return;
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    if (items.is(item)) continue;
    const instead = typeof items.instead === 'string' ? items.instead : items.instead(item);
    throw new TypeError(`${where}: ${option}[${index}] is no ${items.noun}; ${instead}`);
  }
}

function refusal(isRange: boolean, message: string): Error {
  return isRange ? new RangeError(message) : new TypeError(message);
}

/** A prefix of fewer letters than this may well be another word. */
const SHORTEST_PREFIX = 6;

/** The name that somebody meant: one that begins so, or that is a few letters away. */
export function nearestName(meant: string, names: readonly string[]): string | undefined {
  if (meant.length >= SHORTEST_PREFIX) {
    const longer = names.find((name) => name.startsWith(meant));
    if (longer !== undefined) return longer;
  }
  const most = Math.min(3, Math.ceil(meant.length / 4));
  for (let edits = 0; edits <= most; edits += 1) {
    const found = names.find((name) => isWithin(meant.toLowerCase(), name.toLowerCase(), edits));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether so many letters added, left out or replaced make one word of the other. */
function isWithin(a: string, b: string, edits: number): boolean {
  if (edits < 0) return false;
  if (a === '' || b === '') return a.length + b.length <= edits;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return isWithin(restA, restB, edits);
  return [[restA, b] as const, [a, restB] as const, [restA, restB] as const].some(([one, other]) =>
    isWithin(one, other, edits - 1),
  );
}

/**
 * A copy that can't be changed. Options are compiled where they are declared, so a change afterwards
 * would have no effect: it throws instead.
 */
export function frozenCopy<Item>(items: readonly Item[] = []): readonly Item[] {
  return Object.freeze([...items]);
}
