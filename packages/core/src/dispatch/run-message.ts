import type { HttpExchange } from '../context/http-exchange.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { type AnswerText, NO_ANSWER } from './answer-text.js';

/** Starts the call of one item; gives its answer's text, now or later. Never throws or rejects. */
export type StartItem = (
  exchange: HttpExchange,
  item: unknown,
  index: number,
) => MaybePromise<AnswerText>;

/** Starts every item of a batch and joins the answers in request order. */
export function runBatch(
  exchange: HttpExchange,
  items: readonly unknown[],
  start: StartItem,
): MaybePromise<AnswerText> {
  const texts: AnswerText[] = [];
  let pending: Promise<unknown>[] | undefined;
  for (const [index, item] of items.entries()) {
    const text = start(exchange, item, index);
    if (isPromise(text)) {
      texts.push(NO_ANSWER);
      const placed = text.then((answer) => {
        texts[index] = answer;
      });
      (pending ??= []).push(placed);
    } else {
      texts.push(text);
    }
  }
  return pending === undefined ? join(texts) : Promise.all(pending).then(() => join(texts));
}

function join(texts: readonly AnswerText[]): AnswerText {
  const answers = texts.filter((text) => text !== NO_ANSWER);
  return answers.length === 0 ? NO_ANSWER : `[${answers.join(',')}]`;
}
