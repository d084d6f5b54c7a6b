import type { HttpExchange } from '../context/http-exchange.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { type AnswerText, NO_ANSWER } from './answer-text.js';

/** Starts the call of one item; gives its answer's text, now or later. Never throws or rejects. */
export type StartItem = (
  exchange: HttpExchange,
  item: unknown,
  index: number,
) => MaybePromise<AnswerText>;

/** Starts every item of a batch; gives the answers in request order. */
export function runBatch(
  exchange: HttpExchange,
  items: readonly unknown[],
  start: StartItem,
): MaybePromise<readonly AnswerText[]> {
  const texts = new Array<MaybePromise<AnswerText>>(items.length);
  let pending = 0;
  for (let index = 0; index < items.length; index += 1) {
    const text = start(exchange, items[index], index);
    if (typeof text !== 'string') pending += 1;
    texts[index] = text;
  }
  // None of them is a promise then.
  return pending === 0 ? (texts as AnswerText[]) : whenAllAreThere(texts, pending);
}

/** `Promise.all` would make another promise for each of them. */
function whenAllAreThere(
  texts: readonly MaybePromise<AnswerText>[],
  pending: number,
): Promise<readonly AnswerText[]> {
  return new Promise((resolve) => {
    const answers: AnswerText[] = [];
    let missing = pending;
    for (const [index, text] of texts.entries()) {
      answers.push(NO_ANSWER);
      if (!isPromise(text)) {
        answers[index] = text;
        continue;
      }
      void text.then((answer) => {
        answers[index] = answer;
        missing -= 1;
        if (missing === 0) resolve(answers);
      });
    }
  });
}
