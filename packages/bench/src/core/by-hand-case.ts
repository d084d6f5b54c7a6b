import { answerText } from '../by-hand/answer-text.js';
import { jsonRpcByHand } from '../by-hand/json-rpc.js';
import type { Setup } from '../service/setup.js';
import type { CaseAnswer, CoreCase } from './core-case.js';

/** The same by hand, for comparison: from text to text. */
export function byHandCase(
  name: string,
  { send, answer, setup }: { send: unknown; answer: CoreCase['answer']; setup: Setup },
): CoreCase {
  const text = JSON.stringify(send);
  return {
    name: `by hand: ${name}`,
    calls: Array.isArray(send) ? send.length : 1,
    hasContext: false,
    answer,
    prepare: () => {
      const handle = jsonRpcByHand(setup);
      return () => {
        const answered = answerText(handle, text, undefined);
        return answered instanceof Promise ? answered.then(toAnswer) : toAnswer(answered);
      };
    },
  };
}

function toAnswer(body: string | undefined): CaseAnswer {
  return { status: body === undefined ? 204 : 200, body };
}
