import type { HttpExchange } from '../context/http-exchange.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { yieldToEventLoop } from '../flow/yield-to-event-loop.js';
import { type Answer, isThere, NO_ANSWER } from './answer.js';

/** Starts the call of one item; returns its response, now or later. Never throws or rejects. */
export type StartItem = (item: unknown, index: number) => MaybePromise<Answer>;

/** How a batch runs its calls. */
export interface BatchRun {
  readonly items: readonly unknown[];
  readonly order: 'concurrent' | 'sequential';
  readonly start: StartItem;
}

/** A batch of synchronous calls lets others have their turn after this time. */
const YIELD_AFTER_MS = 20;

/** Starts every item of a batch; returns the responses in request order. */
export function runBatch(exchange: HttpExchange, batch: BatchRun): MaybePromise<readonly Answer[]> {
  const { items, order, start } = batch;
  if (order === 'sequential') return runInOrder(exchange, batch);
  const answers = new Array<MaybePromise<Answer>>(items.length);
  const yieldAt = Date.now() + YIELD_AFTER_MS;
  let pending = 0;
  for (let index = 0; index < items.length; index += 1) {
    const answer = start(items[index], index);
    if (!isThere(answer)) pending += 1;
    answers[index] = answer;
    if (Date.now() >= yieldAt) return runRest(batch, { answers, next: index + 1 });
  }
  // None of them is a promise then.
  return pending === 0 ? (answers as Answer[]) : whenAllAreThere(answers, pending);
}

/** A batch whose first calls took so long that the event loop has to have its turn. */
interface BegunBatch {
  readonly answers: MaybePromise<Answer>[];
  /** The index of the item to start next. */
  readonly next: number;
}

async function runRest(
  { items, start }: BatchRun,
  { answers, next }: BegunBatch,
): Promise<readonly Answer[]> {
  let pending = answers.filter((answer) => !isThere(answer)).length;
  let yieldAt = 0;
  for (let index = next; index < items.length; index += 1) {
    if (Date.now() >= yieldAt) {
      await yieldToEventLoop();
      yieldAt = Date.now() + YIELD_AFTER_MS;
    }
    const answer = start(items[index], index);
    if (!isThere(answer)) pending += 1;
    answers[index] = answer;
  }
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

/** Starts an item when the one before it has ended, notifications included. */
async function runInOrder(
  exchange: HttpExchange,
  { items, start }: BatchRun,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let yieldAt = Date.now() + YIELD_AFTER_MS;
  for (const [index, item] of items.entries()) {
    const answer = start(item, index);
    answers.push(isPromise(answer) ? await answer : answer);
    await Promise.all(exchange.notifications);
    if (Date.now() < yieldAt) continue;
    await yieldToEventLoop();
    yieldAt = Date.now() + YIELD_AFTER_MS;
  }
  return answers;
}
