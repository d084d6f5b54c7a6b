import type { Values } from '../args/argument-record.js';
import { argumentsOf, emptyValues, fillValues, type Plan } from '../args/plan.js';
import type { CallContext } from '../context/call-context.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import { ProblemBudget } from '../protocol/problem-budget.js';
import { problemsOfIssues, textOfProblems } from '../validation/problems-of-issues.js';
import type { Validation } from '../validation/validate.js';
import type { Dispatcher } from './dispatcher.js';
import { reportUnhandled } from './report.js';

/**
 * Runs the method itself: resolves dependencies and arguments, calls the handler and validates its
 * result. After a failure all dependencies are closed before it is thrown.
 */
export function executeMethod(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod,
): MaybePromise<unknown> {
  let plan: Plan;
  let values: Values;
  try {
    plan = method.plan.with(dispatcher.overrides);
    values = emptyValues(plan);
    const filled = fillValues(plan, call, values);
    if (isPromise(filled)) return callHandlerLater(call, method, plan, values, filled);
  } catch (error) {
    return abandon(call, error);
  }
  return callHandler(call, method, plan, values);
}

/** The same where the arguments have to be awaited. */
function callHandlerLater(
  call: CallContext,
  method: CompiledMethod,
  plan: Plan,
  values: Values,
  filled: Promise<void>,
): Promise<unknown> {
  return filled.then(
    () => callHandler(call, method, plan, values),
    (error: unknown) => abandon(call, error),
  );
}

function callHandler(
  call: CallContext,
  method: CompiledMethod,
  plan: Plan,
  values: Values,
): MaybePromise<unknown> {
  let returned: unknown;
  try {
    if (call.interruption !== undefined) throw call.interruption;
    returned = method.handler(argumentsOf(plan, values));
  } catch (error) {
    return abandon(call, error);
  }
  return isPromise(returned)
    ? completeLater(call, method, returned)
    : complete(call, method, returned);
}

/** What the handler returned becomes the result. */
function complete(
  call: CallContext,
  method: CompiledMethod,
  returned: unknown,
): MaybePromise<unknown> {
  try {
    if (call.interruption !== undefined) throw call.interruption;
    const { validateResult } = method;
    if (validateResult === undefined) return returned;
    const validated = validateResult(returned, call);
    return isPromise(validated)
      ? completeValidation(call, method, validated)
      : resultOf(method, validated);
  } catch (error) {
    return abandon(call, error);
  }
}

function completeLater(
  call: CallContext,
  method: CompiledMethod,
  returned: Promise<unknown>,
): Promise<unknown> {
  // A thenable, as a query builder is one, is made a promise first.
  return Promise.resolve(returned).then(
    (result) => complete(call, method, result),
    (error: unknown) => abandon(call, error),
  );
}

/** @throws TypeError where the schema rejects the result; its text, which is logged, has no value. */
function resultOf({ method: { name, result } }: CompiledMethod, validated: Validation): unknown {
  if (validated.issues === undefined) return validated.value;
  const found = result === undefined ? [] : problemsOfIssues(result, [], validated);
  const problems = textOfProblems(new ProblemBudget().report(found));
  throw new TypeError(`The result of ${name} is not what its schema says: ${problems}`);
}

function completeValidation(
  call: CallContext,
  method: CompiledMethod,
  validated: Promise<Validation>,
): Promise<unknown> {
  return validated
    .then((result) => resultOf(method, result))
    .catch((error: unknown) => abandon(call, error));
}

/** Closes what is open after a failure; a teardown may put another error in its place. */
function abandon(call: CallContext, error: unknown): MaybePromise<never> {
  const { interruption } = call;
  if (interruption !== undefined && error !== interruption) {
    reportUnhandled(call, error, 'A JSON-RPC call failed after it was answered');
  }
  const reason = interruption ?? error;
  if (!call.hasOpenDependencies) throw reason;
  return call.openDependencies.fail(reason).then((final) => {
    throw final.error;
  });
}
