import type { OverridablePlan } from '../args/overridable-plan.js';
import { emptyValues, fillValues, type Plan } from '../args/plan.js';
import type { HttpExchange } from '../context/http-exchange.js';
import type { TimedWork } from '../context/timed-work.js';
import { HttpError } from '../errors/http-error.js';
import { inspectable } from '../errors/inspectable.js';
import { InternalError, LimitExceeded, RequestTimeout } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import type { Dispatcher } from './dispatcher.js';
import { CallScheduler } from './scheduler.js';

/**
 * Resolves the entrypoint's `dependencies`, which count as a call of it: for `concurrency` and
 * `maxPending`, and for the time limit. A failure is left on the exchange. Never throws or rejects.
 */
export function resolveSharedDependencies(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  plan: OverridablePlan,
): MaybePromise<void> {
  const { scheduler } = dispatcher;
  if (scheduler instanceof CallScheduler && scheduler.hasRoom) {
    return scheduler.count(resolveInTime(dispatcher, exchange, plan));
  }
  return resolveInTurn(dispatcher, exchange, plan);
}

/** Where the scheduler lets the resolution wait, or isn't ours. */
async function resolveInTurn(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  plan: OverridablePlan,
): Promise<void> {
  const { scheduler, maxPending, running } = dispatcher;
  let resolution = Promise.resolve();
  const resolve = (): MaybePromise<void> => {
    if (running.isAborted || exchange.isOver) return failAll(exchange, new InternalError());
    const resolving = resolveInTime(dispatcher, exchange, plan);
    if (isPromise(resolving)) resolution = resolving;
    return resolving;
  };
  try {
    if (scheduler.size >= maxPending) return failAll(exchange, new LimitExceeded());
    await scheduler.add(resolve, { lane: exchange });
    await resolution;
    if (exchange.shared !== undefined) return undefined;
    throw new TypeError('The scheduler never ran the resolution of the dependencies');
  } catch (err) {
    exchange.logger.error({ err }, 'The scheduler failed');
    return exchange.shared === undefined ? failAll(exchange, err) : undefined;
  }
}

function resolveInTime(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  plan: OverridablePlan,
): MaybePromise<void> {
  try {
    const resolved = resolveShared(plan.with(dispatcher.overrides), exchange);
    if (isPromise(resolved)) return awaitInTime(dispatcher, exchange, resolved);
    exchange.shared = resolved;
    return undefined;
  } catch (error) {
    return closeAndFail(exchange, error);
  }
}

/** Waits until the values are there, or the time is over; what is then still opened is closed late. */
function awaitInTime(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  resolved: Promise<Map<object, unknown>>,
): Promise<void> {
  const now = performance.now();
  return new Promise((resolve) => {
    const work: TimedWork & { deadline: number } = {
      runningPlace: -1,
      deadline: now + dispatcher.timeout,
      expire: () => {
        work.deadline = Infinity;
        dispatcher.abandoned += 1;
        const timeout = new RequestTimeout();
        exchange.interrupt(timeout);
        failAll(exchange, timeout);
        resolve();
      },
      abort: (reason) => exchange.abort(reason),
    };
    const finish = async (): Promise<void> => {
      if (exchange.interruption === undefined) return;
      dispatcher.abandoned -= 1;
      await exchange.openDependencies.fail(exchange.interruption);
    };
    const settled = resolved.then(
      (values) => {
        if (exchange.interruption === undefined) exchange.shared = values;
        return finish();
      },
      (error: unknown) =>
        exchange.interruption === undefined ? closeAndFail(exchange, error) : finish(),
    );
    void settled.then(() => {
      dispatcher.running.end(work);
      resolve();
    });
    dispatcher.running.begin(work, now);
  });
}

/** The value of every dependency of the plan. */
function resolveShared(plan: Plan, exchange: HttpExchange): MaybePromise<Map<object, unknown>> {
  const values = emptyValues(plan);
  const filled = fillValues(plan, exchange, values);
  const collect = (): Map<object, unknown> =>
    new Map(plan.steps.map(({ dependency, slot }) => [dependency, values[slot]]));
  return isPromise(filled) ? filled.then(collect) : collect();
}

/** Closes what was opened before the failure, which may put another error in its place. */
function closeAndFail(exchange: HttpExchange, error: unknown): MaybePromise<void> {
  if (!exchange.hasOpenDependencies) return failAll(exchange, error);
  return exchange.openDependencies.fail(error).then((final) => failAll(exchange, final.error));
}

/** Fails every call of the HTTP request. */
function failAll(exchange: HttpExchange, thrown: unknown): void {
  const error = inspectable(thrown);
  exchange.shared = new Map();
  exchange.sharedFailure = { error };
  if (error instanceof HttpError) exchange.endWith(error);
}

/**
 * Closes the shared dependencies as far as that stands before the response, and gives the error that
 * every call is to be answered with where a teardown threw one.
 *
 * They are failed where no call of the request succeeded. While something still runs that may use
 * them they stay open; only a teardown that has to stand before a successful answer holds that back
 * until the notifications of its batch have ended.
 */
export async function closeSharedBeforeResponse(
  exchange: HttpExchange,
): Promise<{ readonly error: unknown } | undefined> {
  const { openDependencies } = exchange;
  if (exchange.hasPending) {
    if (!(exchange.hasSucceeded && openDependencies.hasBeforeResponse)) return undefined;
    await Promise.all(exchange.notifications);
  }
  const failure = failureOf(exchange);
  if (failure !== undefined) {
    const { error } = await openDependencies.fail(failure.error);
    return error === failure.error ? undefined : { error: inspectable(error) };
  }
  try {
    await openDependencies.closeBeforeResponse();
  } catch (error) {
    return { error: inspectable(error) };
  }
  return undefined;
}

/** Closes what is left of them when the last call and notification has ended. */
export async function closeSharedAfterResponse(exchange: HttpExchange): Promise<void> {
  await exchange.whenNothingIsPending();
  if (!exchange.hasOpenDependencies) return;
  const failure = failureOf(exchange);
  if (failure === undefined) return exchange.openDependencies.closeAfterResponse();
  const { error: err } = await exchange.openDependencies.fail(failure.error);
  if (err !== failure.error) exchange.logger.error({ err }, 'A teardown failed');
}

function failureOf(exchange: HttpExchange): { readonly error: unknown } | undefined {
  const { httpError, hasSucceeded, firstFailure } = exchange;
  if (httpError !== undefined) return { error: httpError };
  return hasSucceeded ? undefined : firstFailure;
}
