import type { HttpExchange } from '../context/http-exchange.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import { type Answer, isThere, NO_ANSWER } from './answer.js';

/** Starts the call of one item; gives its answer, now or later. Never throws or rejects. */
export type StartItem = (
  exchange: HttpExchange,
  item: unknown,
  index: number,
) => MaybePromise<Answer>;

/** Starts every item of a batch; gives the answers in request order. */
export function runBatch(
  exchange: HttpExchange,
  items: readonly unknown[],
  start: StartItem,
): MaybePromise<readonly Answer[]> {
  const answers = new Array<MaybePromise<Answer>>(items.length);
  let pending = 0;
  for (let index = 0; index < items.length; index += 1) {
    const answer = start(exchange, items[index], index);
    if (!isThere(answer)) pending += 1;
    answers[index] = answer;
  }
  // None of them is a promise then.
  return pending === 0 ? (answers as Answer[]) : whenAllAreThere(answers, pending);
}

/** `Promise.all` would make another promise for each of them. */
function whenAllAreThere(
  started: readonly MaybePromise<Answer>[],
  pending: number,
): Promise<readonly Answer[]> {
  return new Promise((resolve) => {
    const answers: Answer[] = [];
    let missing = pending;
    for (const [index, answer] of started.entries()) {
      answers.push(NO_ANSWER);
      if (isThere(answer)) {
        answers[index] = answer;
        continue;
      }
      void answer.then((ready) => {
        answers[index] = ready;
        missing -= 1;
        if (missing === 0) resolve(answers);
      });
    }
  });
}
