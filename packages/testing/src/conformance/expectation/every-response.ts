import { type Answer, jsonOf } from '../target/answer.js';
import type { Expectation } from './expectation.js';
import { type Members, membersOf } from './members.js';

/**
 * The rule holds for every response object that came, be it alone or in an array. What is none is
 * left to other cases, but for a `needed` one.
 */
export function everyResponse(
  { words, fault }: Expectation<Members>,
  { needed }: { needed: boolean },
): Expectation<Answer> {
  return {
    words: `of every Response ${words}`,
    fault: (answer) => {
      const responses = responsesOf(answer);
      if (needed && responses.length === 0) return 'there is no Response';
      for (const response of responses) {
        const found = fault(response);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** The same of the error objects among them. */
export function everyError(
  { words, fault }: Expectation<Members>,
  { needed }: { needed: boolean },
): Expectation<Answer> {
  const errorsOf = (answer: Answer): readonly Members[] =>
    responsesOf(answer)
      .map((response) => membersOf(response['error']))
      .filter((error) => error !== undefined);
  return {
    words: `of every error ${words}`,
    fault: (answer) => {
      const errors = errorsOf(answer);
      if (needed && errors.length === 0) return 'there is no error object';
      for (const error of errors) {
        const found = fault(error);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

function responsesOf(answer: Answer): readonly Members[] {
  const json = jsonOf(answer);
  if (!json.ok) return [];
  const values: readonly unknown[] = Array.isArray(json.value) ? json.value : [json.value];
  return values
    .map(membersOf)
    .filter((members) => members !== undefined)
    .filter((members) => Object.hasOwn(members, 'result') || Object.hasOwn(members, 'error'));
}
