import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { Values } from '../di/argument-values.js';
import type { Plan } from '../di/plan.js';
import { argumentsFrom, createValues, resolveArguments } from '../di/resolve-arguments.js';
import { ProblemBudget } from '../jsonrpc/problem.js';
import { Replay } from '../method/call-recorder.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import { toProblems, formatProblems } from '../validation/to-problems.js';
import type { Validation } from '../validation/validate.js';
import type { CallContext } from './call-context.js';
import { reportUnhandled } from './reporting-logger.js';

/**
 * Executes a method: resolves its arguments, calls the handler and validates the result. If the call
 * fails, closes its dependencies before throwing the error.
 */
export function executeMethod(call: CallContext, method: CompiledMethod): MaybePromise<unknown> {
  let returned: MaybePromise<unknown>;
  try {
    const plan = method.plan.with(call.exchange.overrides);
    const values = createValues(plan);
    const resolving = resolveArguments(plan, call, values);
    returned = isPromise(resolving)
      ? callHandlerAfter(resolving, call, { method, plan, values })
      : callHandler(call, { method, plan, values });
  } catch (error) {
    return closeAndThrow(call, error);
  }
  return isPromise(returned)
    ? completeAfter(returned, call, method)
    : complete(call, method, returned);
}

interface ResolvedMethod {
  readonly method: CompiledMethod;
  readonly plan: Plan;
  readonly values: Values;
}

function callHandler(call: CallContext, { method, plan, values }: ResolvedMethod): unknown {
  if (call.interruption !== undefined) throw call.interruption;
  return method.handler(argumentsFrom(plan, values));
}

async function callHandlerAfter(
  resolving: Promise<void>,
  call: CallContext,
  resolved: ResolvedMethod,
): Promise<unknown> {
  await resolving;
  return callHandler(call, resolved);
}

async function completeAfter(
  returned: PromiseLike<unknown>,
  call: CallContext,
  method: CompiledMethod,
): Promise<unknown> {
  let result: unknown;
  try {
    result = await returned;
  } catch (error) {
    return closeAndThrow(call, error);
  }
  return complete(call, method, result);
}

/** Validates the result of the handler. */
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
    return closeAndThrow(call, error);
  }
}

async function completeValidation(
  call: CallContext,
  method: CompiledMethod,
  validated: Promise<Validation>,
): Promise<unknown> {
  try {
    return resultOf(method, await validated);
  } catch (error) {
    return closeAndThrow(call, error);
  }
}

/**
 * @throws TypeError if the schema rejects the result; the message is logged and doesn't contain the
 * value
 */
function resultOf({ method: { name, result } }: CompiledMethod, validated: Validation): unknown {
  if (validated.issues === undefined) return validated.value;
  const found = result === undefined ? [] : toProblems(result, [], validated);
  const problems = formatProblems(new ProblemBudget().report(found));
  throw new TypeError(`The result of ${name} does not match its schema: ${problems}`);
}

/**
 * Throws the error into the open dependencies, which may replace it, and then throws the final error.
 */
function closeAndThrow(call: CallContext, error: unknown): MaybePromise<unknown> {
  const { interruption } = call;
  if (interruption !== undefined && error !== interruption && !(error instanceof Replay)) {
    reportUnhandled(call, error, 'Call failed after a timeout');
  }
  const reason = interruption ?? error;
  if (reason instanceof Replay) return replay(call, reason);
  if (!call.hasOpenDependencies) throw reason;
  const { dependencyStack } = call;
  const failing =
    interruption === undefined ? dependencyStack.failMethod(error) : dependencyStack.fail(reason);
  return failing.then((final) => {
    throw final.error;
  });
}

/**
 * Rolls back the writes of the call, and returns the recorded response of the earlier call with its
 * key.
 */
async function replay(call: CallContext, reason: Replay): Promise<unknown> {
  if (call.hasOpenDependencies) {
    const { error } = await call.dependencyStack.fail(reason);
    if (error !== reason) reportUnhandled(call, error, 'Teardown of a replayed call failed');
  }
  return call.replay(reason.response);
}
