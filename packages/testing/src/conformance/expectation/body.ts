import { type Answer, jsonOf } from '../target/answer.js';
import type { Expectation } from './expectation.js';
import { show } from './members.js';

/** The body is JSON, and its value is as expected. */
export function body({ words, fault }: Expectation<unknown>): Expectation<Answer> {
  return {
    words,
    fault: (answer) => {
      if (answer.text === '') return 'there is no body';
      const json = jsonOf(answer);
      return json.ok ? fault(json.value) : 'the body is not JSON';
    },
  };
}

/** White space is no answer either. */
export const nothing: Expectation<Answer> = {
  words: 'no answer: an empty body',
  fault: ({ text }) => (text.trim() === '' ? undefined : 'there is an answer'),
};

/** An array with a fitting response for each of these, in any order, and no more. */
export function batchOf(...items: readonly Expectation<unknown>[]): Expectation<Answer> {
  return body({
    words: `an array in any order of: ${items.map(({ words }) => words).join('; ')}`,
    fault: (value) => arrayFault(value, items.length) ?? unmatched(value as unknown[], items),
  });
}

/** The same in just this order. */
export function orderedBatchOf(...items: readonly Expectation<unknown>[]): Expectation<Answer> {
  return body({
    words: `an array in the order of the requests of: ${items.map(({ words }) => words).join('; ')}`,
    fault: (value) => {
      const found = arrayFault(value, items.length);
      if (found !== undefined) return found;
      const index = items.findIndex(
        ({ fault }, at) => fault((value as unknown[])[at]) !== undefined,
      );
      const item = items[index];
      return item === undefined
        ? undefined
        : `at position ${index + 1}, ${item.fault((value as unknown[])[index])}`;
    },
  });
}

function arrayFault(value: unknown, length: number): string | undefined {
  if (!Array.isArray(value)) return `${show(value)} came in place of an array`;
  return value.length === length
    ? undefined
    : `the array has ${value.length} elements, not ${length}`;
}

function unmatched(
  values: readonly unknown[],
  items: readonly Expectation<unknown>[],
): string | undefined {
  const left = [...values];
  for (const { words, fault } of items) {
    const index = left.findIndex((value) => fault(value) === undefined);
    if (index === -1) return `there is not ${words}`;
    left.splice(index, 1);
  }
  return undefined;
}
