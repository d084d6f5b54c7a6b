import type { Answer } from '../target/answer.js';
import type { Expectation } from './expectation.js';
import { show } from './members.js';

export function status(...allowed: readonly number[]): Expectation<Answer> {
  return {
    words: `the status ${allowed.join(' or ')}`,
    fault: (answer) =>
      allowed.includes(answer.status) ? undefined : `the status is ${answer.status}`,
  };
}

export function header(
  name: string,
  words: string,
  isRight: (value: string | undefined) => boolean,
): Expectation<Answer> {
  return {
    words: `the header ${name} ${words}`,
    fault: ({ headers }) => {
      const value = headers.get(name) ?? undefined;
      return isRight(value) ? undefined : `the header ${name} is ${show(value)}`;
    },
  };
}
