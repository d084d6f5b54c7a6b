import { nearestName } from './nearest-name.js';
import type { OptionKind } from './option-kind.js';
import { isObject, shown } from './shown.js';

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
      `${where}: the options must be an object, not ${shown(options)}; write {} where there are none`,
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
      `${where}: ${option} must be ${kind.must}, not ${shown(value)}${instead}`,
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
