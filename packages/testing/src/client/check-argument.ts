/**
 * Checks an argument that callers without types may have wrong.
 *
 * @param name the argument, as `jsonrpc(): options`
 * @param instead what to write, as a complete sentence
 * @throws TypeError if the value is no object
 */
export function checkObject(name: string, value: unknown, instead: string): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`${name} must be an object, not ${describeValue(value)}. ${instead}`);
}

/**
 * Checks an argument that callers without types may have wrong.
 *
 * @throws TypeError if the value is no array of objects
 */
export function checkCalls(value: unknown): void {
  const instead = "Write batch([{ method: 'first' }, { method: 'second' }]).";
  if (!Array.isArray(value)) {
    throw new TypeError(`batch(): calls must be an array, not ${describeValue(value)}. ${instead}`);
  }
  for (const [index, call] of value.entries()) {
    checkObject(`batch(): calls[${index}]`, call, instead);
  }
}

/**
 * Checks a time limit.
 *
 * @throws RangeError if it is no number of milliseconds from 0 to Infinity
 */
export function checkTimeout(name: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0) return;
  throw new RangeError(
    `${name} must be a number of milliseconds from 0 to Infinity, not ${describeValue(value)}`,
  );
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
