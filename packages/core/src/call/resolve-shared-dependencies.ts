import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { OverridablePlan } from '../di/overridable-plan.js';
import type { Plan } from '../di/plan.js';
import { createValues, resolveArguments } from '../di/resolve-arguments.js';
import { toInspectable } from '../errors/error-object.js';
import { HttpError } from '../errors/http-error.js';
import { InternalError, LimitExceeded, RequestTimeout } from '../errors/standard-errors.js';
import { CountingScheduler } from '../scheduling/scheduler.js';
import type { HttpExchange } from './http-exchange.js';
import type { TimedWork } from './pending-work.js';

/**
 * Resolves the entrypoint's `dependencies`, which count as one of its calls for `concurrency`,
 * `maxPending` and `timeout`. Stores a failure on the exchange. Never throws or rejects.
 */
export function resolveSharedDependencies(exchange: HttpExchange): MaybePromise<void> {
  const { scheduler, sharedPlan } = exchange.endpoint;
  if (sharedPlan === undefined || exchange.runsNoMethod) return undefined;
  return scheduler instanceof CountingScheduler && scheduler.hasRoom
    ? scheduler.count(resolveInTime(exchange, sharedPlan))
    : resolveInTurn(exchange, sharedPlan);
}

/** Adds the resolution to a full scheduler, or to one that the application supplies. */
async function resolveInTurn(exchange: HttpExchange, plan: OverridablePlan): Promise<void> {
  const { scheduler, maxPending, running } = exchange.endpoint;
  let resolution = Promise.resolve();
  const task = (): MaybePromise<void> => {
    if (running.isAborted || exchange.isOver) return failAll(exchange, new InternalError());
    const resolving = resolveInTime(exchange, plan);
    if (isPromise(resolving)) resolution = resolving;
    return resolving;
  };
  try {
    // A flushed scheduler, such as a paused one, may never run what is added later.
    if (running.isAborted) return failAll(exchange, new InternalError());
    if (scheduler.size >= maxPending) return failAll(exchange, new LimitExceeded());
    await scheduler.add(task, { lane: exchange });
    await resolution;
    if (exchange.shared !== undefined) return undefined;
    throw new TypeError('The scheduler never ran the resolution of the dependencies');
  } catch (err) {
    exchange.logger.error({ err }, 'Scheduler failed');
    return exchange.shared === undefined ? failAll(exchange, err) : undefined;
  }
}

function resolveInTime(exchange: HttpExchange, plan: OverridablePlan): MaybePromise<void> {
  try {
    const resolved = resolveValues(plan.with(exchange.overrides), exchange);
    if (isPromise(resolved)) return awaitInTime(exchange, resolved);
    exchange.shared = resolved;
    return undefined;
  } catch (error) {
    return closeAndFail(exchange, error);
  }
}

/**
 * Waits for the values until the time limit. Dependencies that open later are closed as soon as they
 * are open.
 */
function awaitInTime(
  exchange: HttpExchange,
  resolved: Promise<Map<object, unknown>>,
): Promise<void> {
  const { endpoint } = exchange;
  const now = performance.now();
  return new Promise((resolve) => {
    const work: TimedWork & { deadline: number } = {
      runningIndex: -1,
      deadline: now + endpoint.timeout,
      expire: () => {
        work.deadline = Infinity;
        endpoint.abandoned += 1;
        const timeout = new RequestTimeout();
        exchange.interrupt(timeout);
        failAll(exchange, timeout);
        resolve();
      },
      abort: (reason) => exchange.abort(reason),
    };
    const closeIfInterrupted = async (): Promise<void> => {
      if (exchange.interruption === undefined) return;
      endpoint.abandoned -= 1;
      await exchange.dependencyStack.fail(exchange.interruption);
    };
    const settled = resolved.then(
      (values) => {
        if (exchange.interruption === undefined) exchange.shared = values;
        return closeIfInterrupted();
      },
      (error: unknown) =>
        exchange.interruption === undefined ? closeAndFail(exchange, error) : closeIfInterrupted(),
    );
    void settled.then(() => {
      endpoint.running.end(work);
      resolve();
    });
    endpoint.running.begin(work, now);
  });
}

/** Returns the value of every dependency of the plan. */
function resolveValues(plan: Plan, exchange: HttpExchange): MaybePromise<Map<object, unknown>> {
  const values = createValues(plan);
  const resolving = resolveArguments(plan, exchange, values);
  const collect = (): Map<object, unknown> =>
    new Map(plan.steps.map(({ dependency, key }) => [dependency, values[key]]));
  return isPromise(resolving) ? resolving.then(collect) : collect();
}

/**
 * Throws the error into the dependencies that are already open, which may replace it, and fails every
 * call.
 */
function closeAndFail(exchange: HttpExchange, error: unknown): MaybePromise<void> {
  if (!exchange.hasOpenDependencies) return failAll(exchange, error);
  return exchange.dependencyStack.fail(error).then((final) => failAll(exchange, final.error));
}

/** Fails every call of the HTTP request. */
function failAll(exchange: HttpExchange, thrown: unknown): void {
  const error = toInspectable(thrown);
  exchange.shared = new Map();
  exchange.sharedFailure = { error };
  if (error instanceof HttpError) exchange.endWith(error);
}

/**
 * Runs the teardowns of shared dependencies that precede the response. Returns the error of a failed
 * teardown, which then becomes the response to every call.
 *
 * If no call has succeeded, the error of the first call is thrown into the dependencies. They stay open
 * while a notification or an abandoned handler may use them. Before a successful response, teardowns
 * with `'before-response'` wait for the notifications of the batch instead.
 */
export async function closeSharedBeforeResponse(
  exchange: HttpExchange,
): Promise<{ readonly error: unknown } | undefined> {
  const { dependencyStack } = exchange;
  if (exchange.hasPending) {
    if (!(exchange.hasSucceeded && dependencyStack.hasBeforeResponse)) return undefined;
    await Promise.all(exchange.notifications);
  }
  const failure = failureOf(exchange);
  if (failure !== undefined) {
    const { error } = await dependencyStack.fail(failure.error);
    return error === failure.error ? undefined : { error: toInspectable(error) };
  }
  try {
    await dependencyStack.closeBeforeResponse();
  } catch (error) {
    return { error: toInspectable(error) };
  }
  return undefined;
}

/** Closes the remaining shared dependencies after the last call and notification has ended. */
export async function closeSharedAfterResponse(exchange: HttpExchange): Promise<void> {
  await exchange.whenNothingIsPending();
  if (!exchange.hasOpenDependencies) return;
  const failure = failureOf(exchange);
  if (failure === undefined) return exchange.dependencyStack.closeAfterResponse();
  const { error: err } = await exchange.dependencyStack.fail(failure.error);
  if (err !== failure.error) exchange.logger.error({ err }, 'Teardown failed');
}

function failureOf(exchange: HttpExchange): { readonly error: unknown } | undefined {
  const { httpError, hasSucceeded, firstFailure } = exchange;
  if (httpError !== undefined) return { error: httpError };
  return hasSucceeded ? undefined : firstFailure;
}
