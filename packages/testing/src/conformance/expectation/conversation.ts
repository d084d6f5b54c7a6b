import { type Answer, describeAnswer, jsonOf } from '../target/answer.js';
import type { Conversation } from '../target/conversation.js';
import type { Expectation } from './expectation.js';
import { isSuccess } from './members.js';

/** The answer to the part at this index (the last one by default) is complete and as expected. */
export function answerOf(
  { words, fault }: Expectation<Answer>,
  index: number = -1,
): Expectation<Conversation> {
  return {
    words: index === -1 ? words : `for request ${index + 1}, ${words}`,
    fault: ({ answers }) => {
      const answer = answers.at(index);
      return answer === undefined
        ? 'the connection was closed before a complete answer had come'
        : fault(answer);
    },
  };
}

/** No answer has a result: an incomplete request was not run. */
export const noResult: Expectation<Conversation> = {
  words: 'no result: an error, a refusal, or the end of the connection',
  fault: ({ answers }) => {
    for (const answer of answers) {
      const json = answer === undefined ? undefined : jsonOf(answer);
      if (json?.ok === true && isSuccess(json.value)) return 'there is a result';
    }
    return undefined;
  },
};

/** Nothing came after the answer. */
export const noSurplus: Expectation<Conversation> = {
  words: 'nothing after the answer',
  fault: ({ surplus }) =>
    surplus.length === 0 ? undefined : `${surplus.length} bytes came after the answer`,
};

export function describeAnswers({ answers, surplus }: Conversation): string {
  const told = answers.map((answer) =>
    answer === undefined ? '(no complete answer)' : describeAnswer(answer),
  );
  if (surplus.length > 0) told.push(new TextDecoder().decode(surplus.slice(0, 100)));
  return told.join(' ⏎ ');
}
