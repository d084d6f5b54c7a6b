import type { MaybePromise } from '../async/maybe-promise.js';
import { yieldToEventLoop } from '../async/timers.js';
import type { CallResponse } from './call-response.js';
import type { HttpExchange } from './http-exchange.js';

/**
 * Starts the call of one item, and returns its response or a promise of it. Never throws or rejects.
 */
export type StartItem = (
  exchange: HttpExchange,
  item: unknown,
  index: number,
) => MaybePromise<CallResponse>;

/** Milliseconds for which a batch of synchronous calls may block the event loop. */
const YIELD_AFTER_MS = 20;

/** Starts the calls of a batch. Returns the responses in request order. */
export function runBatch(
  exchange: HttpExchange,
  items: readonly unknown[],
  start: StartItem,
): MaybePromise<readonly CallResponse[]> {
  const batch = { exchange, items, start, responses: new Array(items.length) };
  if (exchange.endpoint.settings.batchOrder === 'sequential') return runInOrder(batch);
  const next = startItems(batch, 0);
  return next === items.length ? whenAllReady(batch.responses) : startRest(batch, next);
}

interface Batch {
  readonly exchange: HttpExchange;
  readonly items: readonly unknown[];
  readonly start: StartItem;
  readonly responses: MaybePromise<CallResponse>[];
}

/** Starts items until the time slice has elapsed. Returns the index of the next item. */
function startItems({ exchange, items, start, responses }: Batch, first: number): number {
  const yieldAt = Date.now() + YIELD_AFTER_MS;
  let index = first;
  do {
    responses[index] = start(exchange, items[index], index);
    index += 1;
  } while (index < items.length && Date.now() < yieldAt);
  return index;
}

async function startRest(batch: Batch, first: number): Promise<readonly CallResponse[]> {
  for (let next = first; next < batch.items.length; next = startItems(batch, next)) {
    await yieldToEventLoop();
  }
  return whenAllReady(batch.responses);
}

function whenAllReady(
  responses: readonly MaybePromise<CallResponse>[],
): MaybePromise<readonly CallResponse[]> {
  return responses.some((response) => response instanceof Promise)
    ? Promise.all(responses as readonly PromiseLike<CallResponse>[])
    : (responses as readonly CallResponse[]);
}

/** Starts each item after the previous one has ended, notifications included. */
async function runInOrder({
  exchange,
  items,
  start,
  responses,
}: Batch): Promise<readonly CallResponse[]> {
  let yieldAt = Date.now() + YIELD_AFTER_MS;
  for (const [index, item] of items.entries()) {
    responses[index] = await start(exchange, item, index);
    await Promise.all(exchange.notifications);
    if (Date.now() < yieldAt) continue;
    await yieldToEventLoop();
    yieldAt = Date.now() + YIELD_AFTER_MS;
  }
  return responses as readonly CallResponse[];
}
