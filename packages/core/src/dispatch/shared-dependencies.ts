import type { DependencyOverrides } from '../args/dependency-overrides.js';
import type { OverridablePlan } from '../args/overridable-plan.js';
import { emptyValues, fillValues, type Plan } from '../args/plan.js';
import type { HttpExchange } from '../context/http-exchange.js';
import { HttpError } from '../errors/http-error.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';

/** Resolves what the entrypoint resolves once per HTTP request; a failure is left on the exchange. */
export function resolveSharedDependencies(
  exchange: HttpExchange,
  plan: OverridablePlan,
  overrides: DependencyOverrides,
): MaybePromise<void> {
  const resolved = (shared: Map<object, unknown>): void => {
    exchange.shared = shared;
  };
  const failed = (error: unknown): MaybePromise<void> => {
    exchange.shared = new Map();
    if (!exchange.hasOpenDependencies) return fail(exchange, error);
    return exchange.openDependencies.fail(error).then((final) => fail(exchange, final));
  };
  try {
    const shared = resolveShared(plan.with(overrides), exchange);
    return isPromise(shared) ? shared.then(resolved, failed) : resolved(shared);
  } catch (error) {
    return failed(error);
  }
}

/** The value of every dependency of the plan. */
function resolveShared(plan: Plan, exchange: HttpExchange): MaybePromise<Map<object, unknown>> {
  const values = emptyValues(plan);
  const filled = fillValues(plan, exchange, values);
  const collect = (): Map<object, unknown> =>
    new Map(plan.steps.map(({ dependency, slot }) => [dependency, values[slot]]));
  return isPromise(filled) ? filled.then(collect) : collect();
}

function fail(exchange: HttpExchange, error: unknown): void {
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
    const error = await openDependencies.fail(failure.error);
    return error === failure.error ? undefined : { error };
  }
  try {
    await openDependencies.closeBeforeResponse();
  } catch (error) {
    return { error };
  }
  return undefined;
}

/** Closes what is left of them when the last call and notification has ended. */
export async function closeSharedAfterResponse(exchange: HttpExchange): Promise<void> {
  await exchange.whenNothingIsPending();
  if (!exchange.hasOpenDependencies) return;
  const failure = failureOf(exchange);
  if (failure === undefined) return exchange.openDependencies.closeAfterResponse();
  const err = await exchange.openDependencies.fail(failure.error);
  if (err !== failure.error) exchange.logger.error({ err }, 'A teardown failed');
}

function failureOf(exchange: HttpExchange): { readonly error: unknown } | undefined {
  const { httpError, hasSucceeded, firstFailure } = exchange;
  if (httpError !== undefined) return { error: httpError };
  return hasSucceeded ? undefined : firstFailure;
}
