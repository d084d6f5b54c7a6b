import type { MaybePromise } from '../async/maybe-promise.js';
import { yieldToEventLoop } from '../async/timers.js';
import { InvalidRequest, RequestCancelled } from '../errors/standard-errors.js';
import { parseEnvelope } from '../jsonrpc/envelope.js';
import type { Calls } from '../jsonrpc/message.js';
import type { AtomicBatch } from './atomic-batch.js';
import { CallContext } from './call-context.js';
import { type CallOutcome, type CallOutcomes, NO_RESPONSE } from './message-outcome.js';
import type { MessageScope } from './message-scope.js';
import { awaitAccepted, finishInBackground } from './notifications.js';
import { rejectCall, rejectOverLimit } from './reject-call.js';
import { scheduleCall, scheduleInBatch } from './schedule-call.js';
import { failOutcome } from './close-shared-dependencies.js';

/** Milliseconds for which a batch of synchronous calls may block the event loop. */
const YIELD_AFTER_MS = 20;

/** Runs the calls of a message, and returns their outcomes in request order. Never throws or rejects. */
export function runCalls(scope: MessageScope, calls: Calls): MaybePromise<CallOutcomes> {
  if (scope.httpError !== undefined) return NO_RESPONSE;
  if (calls.kind === 'single') return startCall(scope, calls.item, 0);
  const batch = { scope, items: calls.items, outcomes: new Array(calls.items.length) };
  if (scope.bound.settings.batchOrder === 'sequential') return runInOrder(batch);
  const next = startItems(batch, 0);
  return next === batch.items.length ? whenAllReady(batch.outcomes) : startRest(batch, next);
}

interface Batch {
  readonly scope: MessageScope;
  readonly items: readonly unknown[];
  readonly outcomes: MaybePromise<CallOutcome>[];
}

/** Starts items until the time slice has elapsed. Returns the index of the next item. */
function startItems({ scope, items, outcomes }: Batch, first: number): number {
  const yieldAt = Date.now() + YIELD_AFTER_MS;
  let index = first;
  do {
    outcomes[index] = startCall(scope, items[index], index);
    index += 1;
  } while (index < items.length && Date.now() < yieldAt);
  return index;
}

async function startRest(batch: Batch, first: number): Promise<readonly CallOutcome[]> {
  for (let next = first; next < batch.items.length; next = startItems(batch, next)) {
    await yieldToEventLoop();
    batch.scope.stopIfOver();
  }
  return whenAllReady(batch.outcomes);
}

function whenAllReady(
  outcomes: readonly MaybePromise<CallOutcome>[],
): MaybePromise<readonly CallOutcome[]> {
  for (const outcome of outcomes) {
    if (outcome instanceof Promise) {
      return Promise.all(outcomes as readonly PromiseLike<CallOutcome>[]);
    }
  }
  return outcomes as readonly CallOutcome[];
}

/** Starts each item after the previous one has ended, notifications included. */
async function runInOrder({ scope, items, outcomes }: Batch): Promise<readonly CallOutcome[]> {
  let yieldAt = Date.now() + YIELD_AFTER_MS;
  for (const [index, item] of items.entries()) {
    outcomes[index] = await startCall(scope, item, index);
    await Promise.all(scope.notifications);
    scope.stopIfOver();
    if (Date.now() < yieldAt) continue;
    await yieldToEventLoop();
    yieldAt = Date.now() + YIELD_AFTER_MS;
  }
  return outcomes as readonly CallOutcome[];
}

/** Runs the calls of a message in one transaction, and returns their outcomes in request order. Never rejects. */
export async function runAtomically(batch: AtomicBatch, calls: Calls): Promise<CallOutcomes> {
  const { scope } = batch;
  if (scope.httpError !== undefined) return NO_RESPONSE;
  const items = calls.kind === 'single' ? [calls.item] : calls.items;
  const outcomes: MaybePromise<CallOutcome>[] = [];
  await batch.begin();
  for (const [index, item] of items.entries()) {
    if (scope.carrier.cancellation?.receive(item) === true) {
      outcomes[index] = NO_RESPONSE;
      continue;
    }
    const call = await readCall(scope, item);
    ({ outcome: outcomes[index] } = await batch.start(call, index, admitCall));
  }
  await batch.finish();
  const ended = await whenAllReady(outcomes);
  return calls.kind === 'single' ? ended[0] : ended;
}

/**
 * Reads an item of a message, and starts its call. The response doesn't wait for a notification. Never
 * throws or rejects.
 *
 * @param index the index of the item in its batch
 */
function startCall(scope: MessageScope, item: unknown, index: number): MaybePromise<CallOutcome> {
  if (scope.carrier.cancellation?.receive(item) === true) return NO_RESPONSE;
  const call = readCall(scope, item);
  return call instanceof Promise
    ? call.then((read) => admitCall(read, index))
    : admitCall(call, index);
}

function readCall(scope: MessageScope, item: unknown): MaybePromise<CallContext> {
  const { bound, pathMethod } = scope;
  const envelope =
    bound.readEnvelope === undefined
      ? parseEnvelope(item, bound.allowsMember, pathMethod)
      : bound.readEnvelope(item, pathMethod, scope);
  return envelope instanceof Promise
    ? envelope.then((read) => new CallContext(scope, item, read))
    : new CallContext(scope, item, envelope);
}

/** Passes a call to the scheduler, unless it must not run. */
function admitCall(call: CallContext, index: number): MaybePromise<CallOutcome> {
  const { scope, isNotification } = call;
  if (scope.bound.sharedPlan !== undefined && !isNotification) {
    scope.responders[index] = (error) => failOutcome(call, error);
  }
  const rolledBack = scope.atomicBatch?.rejection;
  const overLimit = scope.rateLimit?.rejectionOf(index);
  let running: MaybePromise<CallOutcome>;
  if (rolledBack !== undefined) {
    running = rejectCall(call, rolledBack, 'its batch was rolled back');
  } else if (overLimit !== undefined) {
    running = rejectOverLimit(call, 'rateLimit', overLimit.retryAfterMs);
  } else if (scope.startsNoCall && !isNotification) {
    running = rejectCall(call, scope.unstartedError, 'its message is over');
  } else if (call.carrier.cancellation?.hasCancelled(call.id) === true) {
    running = rejectCall(call, new RequestCancelled(), 'it was cancelled');
  } else if (isNotification && call.method?.method.notifications === 'reject') {
    running = rejectNotification(call);
  } else {
    running =
      scope.atomicBatch === undefined
        ? scheduleCall(call)
        : scheduleInBatch(call, scope.atomicBatch);
  }
  if (!isNotification) {
    // Lets the client of a connection cancel a call that hasn't ended.
    if (running instanceof Promise) call.carrier.cancellation?.track(call, running);
    return running;
  }
  if (call.isAwaited) return awaitAccepted(call, running);
  finishInBackground(call, running);
  return NO_RESPONSE;
}

function rejectNotification(call: CallContext): MaybePromise<CallOutcome> {
  const msg = 'This method does not accept notifications. Send an id.';
  const problem = { loc: ['id'], msg, type: 'no_notification' };
  const error = new InvalidRequest({ errors: [problem] });
  return rejectCall(call, error, 'its method does not accept notifications');
}
