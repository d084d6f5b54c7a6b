import { describeValue, isObject, isSchema } from './describe-value.js';

/**
 * Describes the values that an option accepts, with the texts for the error message about any other
 * value.
 */
export interface OptionKind {
  /** Whether the option accepts a value. */
  readonly is: (value: unknown) => boolean;
  /** The text after "must be". */
  readonly must: string;
  /** A sentence that says how to fix the option, or a function that returns one. */
  readonly advice?: string | ((option: string, value: unknown) => string) | undefined;
  /** Whether the option must be present. Default: false. */
  readonly isRequired?: boolean;
  /** Whether a rejected number causes a `RangeError` instead of a `TypeError`. Default: false. */
  readonly isRange?: boolean;
  /** The kind of the items if the value is an array. */
  readonly items?: OptionKind | undefined;
}

/** Accepts any value, for options that are checked elsewhere. */
export const anything: OptionKind = { is: () => true, must: '' };
/** Accepts a string. */
export const text: OptionKind = { is: isText, must: 'a string' };
/** Accepts true and false. */
export const flag: OptionKind = {
  is: (value) => typeof value === 'boolean',
  must: 'true or false',
};
/** Accepts a function. */
export const callback: OptionKind = { is: isFunction, must: 'a function' };
/** Accepts an object. */
export const object: OptionKind = { is: isObject, must: 'an object' };
/** Accepts a Standard Schema. */
export const schema: OptionKind = {
  is: isSchema,
  must: 'a schema',
  advice: 'Write a Standard Schema, such as v.string().',
};
/** Accepts a positive integer. */
export const positive: OptionKind = {
  is: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  must: 'a positive integer',
  isRange: true,
};
/** Accepts 0 and positive integers. */
export const notNegative: OptionKind = {
  is: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  must: '0 or a positive integer',
  isRange: true,
};
/** Accepts a positive integer and `Infinity`. */
export const positiveOrInfinity: OptionKind = {
  is: (value) => value === Infinity || positive.is(value),
  must: 'a positive integer or Infinity',
  isRange: true,
};

/**
 * The longest delay of `setTimeout()`. The texts below repeat the number, because bundlers don't remove
 * unused template literals.
 */
const MAX_TIMER_DELAY = 2_147_483_647;

/** Accepts a time limit in milliseconds: at least 1, or `Infinity` for no limit. */
export const timeLimit: OptionKind = {
  is: (value) =>
    value === Infinity || (typeof value === 'number' && value >= 1 && value <= MAX_TIMER_DELAY),
  must: 'from 1 to 2147483647 milliseconds, or Infinity for no limit',
  isRange: true,
};

/** Accepts a maximum waiting time in milliseconds: 0 or more, including `Infinity`. */
export const waitTime: OptionKind = {
  is: (value) => typeof value === 'number' && value >= 0,
  must: 'a number of milliseconds, 0 or more',
  advice: 'Write Infinity to wait without a limit.',
  isRange: true,
};

/** Accepts a delay in milliseconds: 0 or more, up to the longest delay of a timer. */
export const delay: OptionKind = {
  is: (value) => typeof value === 'number' && value >= 0 && value <= MAX_TIMER_DELAY,
  must: 'from 0 to 2147483647 milliseconds',
  isRange: true,
};

/** Returns a kind that accepts only the given strings. */
export function oneOf(...values: readonly [string, string, ...string[]]): OptionKind {
  const quoted = values.map((value) => `'${value}'`);
  const must = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return { is: (value) => values.some((accepted) => accepted === value), must };
}

/** Returns a kind that accepts an array of the given items. */
export function listOf(items: OptionKind): OptionKind {
  return {
    is: Array.isArray,
    must: 'an array',
    advice: (option, value) => `Write ${option}: [${itemText(option, value)}].`,
    items,
  };
}

/** Accepts an array of strings. */
export const texts: OptionKind = listOf({ is: isText, must: 'a string', advice: 'Write "money".' });

/**
 * Returns the source code of a single item that was passed instead of an array; `…` if the code is
 * unknown.
 */
function itemText(option: string, value: unknown): string {
  // An anonymous function has the name of the option.
  if (typeof value === 'function' && !['', option].includes(value.name)) return value.name;
  return isText(value) ? describeValue(value) : '…';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

export function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
