import { describeValue } from '@jsonrpc-kit/core/internal';

/**
 * Checks an argument of a caller without types.
 *
 * @param usage the correct usage, as a sentence
 * @throws TypeError if the value is not an object
 */
export function checkObject(name: string, value: unknown, usage: string): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`${name} must be an object, not ${describeValue(value)}. ${usage}`);
}

/** @throws TypeError if the calls of a batch are not an array of objects */
export function checkCalls(value: unknown): void {
  const usage = "Write batch([{ method: 'first' }, { method: 'second' }]).";
  if (!Array.isArray(value)) {
    throw new TypeError(`batch(): calls must be an array, not ${describeValue(value)}. ${usage}`);
  }
  for (const [index, call] of value.entries()) checkObject(`batch(): calls[${index}]`, call, usage);
}

/** @throws RangeError if a time limit is not a number of milliseconds from 0 to Infinity */
export function checkTimeout(name: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0) return;
  throw new RangeError(
    `${name} must be a number of milliseconds from 0 to Infinity, not ${describeValue(value)}.`,
  );
}
