import { setTimeout } from 'node:timers/promises';

/**
 * Returns the methods that the audit calls. They check their params, and throw this value for wrong ones.
 *
 * @param {unknown} invalidParams
 */
export const methods = (invalidParams) => ({
  /** @param {unknown} input */
  subtract: (input) => {
    const [minuend, subtrahend] = Array.isArray(input)
      ? input
      : [Reflect.get(Object(input), 'minuend'), Reflect.get(Object(input), 'subtrahend')];
    if (typeof minuend !== 'number' || typeof subtrahend !== 'number') throw invalidParams;
    return minuend - subtrahend;
  },
  /** @param {readonly number[]} terms */
  sum: (terms) => terms.reduce((sum, term) => sum + term, 0),
  get_data: () => ['hello', 5],
  update: () => undefined,
  notify_hello: () => undefined,
  notify_sum: () => undefined,
  /** @param {unknown} input */
  echo: (input) => input,
  /** @param {{ readonly secret: string }} input */
  throws: ({ secret }) => {
    throw new Error(secret);
  },
  /** @param {{ readonly milliseconds: number }} input */
  wait: ({ milliseconds }) => setTimeout(milliseconds, milliseconds),
});
