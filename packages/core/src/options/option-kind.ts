import { describeValue, isObject, isSchema } from './describe-value.js';

/** The values that an option accepts, and the texts for an error message about any other value. */
export interface OptionKind {
  /** Whether the option accepts a value. */
  readonly is: (value: unknown) => boolean;
  /** The text after "must be". */
  readonly must: string;
  /** A sentence that follows the problem. */
  readonly advice?: ((option: string, value: unknown) => string) | undefined;
  /** Whether the option must be present. Default: false. */
  readonly isRequired?: boolean;
  /** Whether a rejected number is out of range, rather than of the wrong kind. */
  readonly isRange?: boolean;
  /** The kind of the items if the value is an array. */
  readonly items?: ItemKind | undefined;
}

/** The values that an array accepts as items. */
export interface ItemKind {
  /** Whether the array accepts an item. */
  readonly is: (value: unknown) => boolean;
  /** The text after "must be". */
  readonly must: string;
  /** A sentence that follows the problem. */
  readonly advice: string | ((item: unknown) => string);
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
/** An object. */
export const object: OptionKind = { is: isObject, must: 'an object' };
export const schema: OptionKind = {
  is: isSchema,
  must: 'a schema',
  advice: () => 'Write a Standard Schema, such as v.string().',
};
/** A positive integer. */
export const positive: OptionKind = {
  is: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  must: 'a positive integer',
  isRange: true,
};
/** 0 or a positive integer. */
export const notNegative: OptionKind = {
  is: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  must: '0 or a positive integer',
  isRange: true,
};
export const positiveOrInfinity: OptionKind = {
  is: (value) => value === Infinity || positive.is(value),
  must: 'a positive integer or Infinity',
  isRange: true,
};

/** The longest delay of `setTimeout()`. The texts below repeat it, as bundlers keep templates that nothing uses. */
const MAX_TIMER_DELAY = 2_147_483_647;

/** Accepts the milliseconds that something may take: at least 1, or `Infinity` for no limit. */
export const timeLimit: OptionKind = {
  is: (value) =>
    value === Infinity || (typeof value === 'number' && value >= 1 && value <= MAX_TIMER_DELAY),
  must: 'from 1 to 2147483647 milliseconds, or Infinity for no limit',
  isRange: true,
};

/** Accepts the milliseconds to wait for something: 0 for no wait, or any longer time. */
export const waitTime: OptionKind = {
  is: (value) => typeof value === 'number' && value >= 0,
  must: 'a number of milliseconds, 0 or more',
  advice: () => 'Write Infinity to wait without a limit.',
  isRange: true,
};

/** Accepts the milliseconds until something happens: 0 for at once, or as long as a timer can wait. */
export const delay: OptionKind = {
  is: (value) => typeof value === 'number' && value >= 0 && value <= MAX_TIMER_DELAY,
  must: 'from 0 to 2147483647 milliseconds',
  isRange: true,
};

export function oneOf(...values: readonly [string, string, ...string[]]): OptionKind {
  const quoted = values.map((value) => `'${value}'`);
  const must = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return { is: (value) => values.some((accepted) => accepted === value), must };
}

export function listOf(items: ItemKind): OptionKind {
  return {
    is: Array.isArray,
    must: 'an array',
    advice: (option, value) => `Write ${option}: [${itemText(option, value)}].`,
    items,
  };
}

/** Accepts an array of strings. */
export const texts: OptionKind = listOf({ is: isText, must: 'a string', advice: 'Write "money".' });

/** Returns the code of a single item that was passed instead of an array; `…` if it is unknown. */
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
