import { isSchema } from './describe-value.js';
import { isObject, describeValue } from './describe-value.js';

/** What the value of an option may be, and the words for a message about one that is not. */
export interface OptionKind {
  /** Whether the value may be used. */
  readonly is: (value: unknown) => boolean;
  /** What follows "must be". */
  readonly must: string;
  /** What follows the semicolon, if there is one. */
  readonly instead?: ((option: string, value: unknown) => string) | undefined;
  /** Whether it has to be there. */
  readonly isRequired?: boolean;
  /** Whether a number that is none of these is out of range, and not of a wrong kind. */
  readonly isRange?: boolean;
  /** Of an array: what each of its items may be. */
  readonly items?: ItemKind | undefined;
}

/** What an item of an array may be. */
export interface ItemKind {
  readonly is: (value: unknown) => boolean;
  /** What follows "is no". */
  readonly noun: string;
  readonly instead: string | ((item: unknown) => string);
}

/** It is looked at elsewhere, or not at all. */
export const anything: OptionKind = { is: () => true, must: '' };
export const text: OptionKind = { is: isText, must: 'a string' };
export const flag: OptionKind = {
  is: (value) => typeof value === 'boolean',
  must: 'true or false',
};
/** A function. */
export const callback: OptionKind = { is: isFunction, must: 'a function' };
export const object: OptionKind = { is: isObject, must: 'an object' };
export const schema: OptionKind = {
  is: isSchema,
  must: 'a schema',
  instead: () => 'write one of a library with Standard Schema, as v.string()',
};
export const positive: OptionKind = {
  is: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  must: 'a positive integer',
  isRange: true,
};
export const notNegative: OptionKind = {
  is: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  must: '0 or a positive integer',
  isRange: true,
};
export const positiveOrInfinity: OptionKind = {
  is: (value) => value === Infinity || positive.is(value),
  must: 'a positive integer or Infinity',
  isRange: true,
};

export const milliseconds: OptionKind = {
  // setTimeout can't count further than a signed 32-bit integer.
  is: (value) =>
    value === Infinity || (typeof value === 'number' && value > 0 && value <= 0x7fff_ffff),
  must: 'from 1 to 2147483647 milliseconds, or Infinity for no limit',
  isRange: true,
};

/** A time to wait for something: 0 for no wait, or longer than one timer can hold. */
export const duration: OptionKind = {
  is: (value) => typeof value === 'number' && value >= 0,
  must: 'a number of milliseconds, 0 or more',
  instead: () => 'write Infinity to wait without a limit',
  isRange: true,
};

export function oneOf(...values: readonly [string, string, ...string[]]): OptionKind {
  const quoted = values.map((value) => `'${value}'`);
  const must = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return { is: (value) => (values as readonly unknown[]).includes(value), must };
}

export function listOf(items: ItemKind): OptionKind {
  return {
    is: Array.isArray,
    must: 'an array',
    instead: (option, value) => `write ${option}: [${itemText(option, value)}]`,
    items,
  };
}

/** An array of strings. */
export const texts: OptionKind = listOf({ is: isText, noun: 'string', instead: 'write "money"' });

/** The one thing that was meant to be in an array; a function without a name has the option's. */
function itemText(option: string, value: unknown): string {
  if (typeof value === 'function' && !['', option].includes(value.name)) return value.name;
  return isText(value) ? describeValue(value) : '…';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

export function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
