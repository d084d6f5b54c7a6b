import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { Plan, Values } from '../di/plan.js';
import { type EarlyResponse, isEarlyResponse } from '../di/method-outcome.js';
import {
  argumentsFrom,
  createValues,
  resolveArguments,
  resolveRest,
} from '../di/resolve-arguments.js';
import { toInspectable } from '../errors/error-object.js';
import { InvalidRequest, MethodNotFound, RequestCancelled } from '../errors/standard-errors.js';
import type { EncodedResponse } from '../jsonrpc/encode-response.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import { describeRejection } from '../validation/to-problems.js';
import type { Validation } from '../validation/validate.js';
import type { CallContext } from './call-context.js';
import { encodeMethodResult, encodeOutcome } from './encode-outcome.js';
import { isReactionTo, reportUnhandled } from './reporting-logger.js';
import { retryConflicts } from './retry-conflicts.js';

/**
 * Executes the method of a call: resolves its arguments, calls the handler, validates and encodes the
 * result, and runs the teardowns that precede the response, such as a commit. A failure of any of them
 * is the method's: it is thrown into the open dependencies. Stores the outcome on the call. Never throws
 * or rejects.
 */
export function executeMethod(call: CallContext): MaybePromise<void> {
  try {
    const method = methodOf(call);
    const { overrides } = call.scope;
    const plan = overrides.isUsed ? method.plan.with(overrides) : method.plan.declared;
    const values = createValues(plan);
    if (plan.hasTransaction || call.scope.atomicBatch !== undefined)
      return executeWithRetries(call, { method, plan, values });
    const resolving = resolveArguments(plan, call, values);
    if (isPromise(resolving)) return executeAfter(resolving, call, { method, plan, values });
    throwIfTimedOut(call);
    const returned = method.handler(argumentsFrom(plan, values));
    return isPromise(returned)
      ? completeAfter(returned, call, method)
      : complete(call, method, returned);
  } catch (error) {
    return failMethod(call, error);
  }
}

/** Executes a method in a transaction, again after each conflict of the transaction. */
async function executeWithRetries(call: CallContext, resolved: ResolvedMethod): Promise<void> {
  const { plan, values } = resolved;
  const { atomicBatch } = call.scope;
  const execute = (attempt: number): MaybePromise<void> => {
    // Only the first attempt validates the inputs.
    const resolve = async (): Promise<void> =>
      attempt === 1
        ? resolveArguments(plan, call, values)
        : resolveRest({ plan, context: call, values });
    return executeAfter(resolve(), call, resolved);
  };
  const failure = await (atomicBatch === undefined
    ? retryConflicts(call, execute)
    : atomicBatch.execute(call, execute));
  if (failure !== undefined) fail(call, failure.error);
}

/** @throws the reason why the call has no method to run */
function methodOf(call: CallContext): CompiledMethod {
  const { method, scope, envelope } = call;
  if (scope.sharedFailure !== undefined) throw scope.sharedFailure.error;
  if (envelope.kind === 'invalid') {
    if (envelope.failure !== undefined) throw envelope.failure.error;
    throw new InvalidRequest({ errors: call.problemBudget.report(envelope.problems) });
  }
  if (method === undefined) throw new MethodNotFound();
  const limitFailure = scope.rateLimit?.failureOf(method.method.rateLimit);
  if (limitFailure !== undefined) throw limitFailure.error;
  return method;
}

function throwIfTimedOut({ interruption }: CallContext): void {
  if (interruption !== undefined) throw interruption;
}

interface ResolvedMethod {
  readonly method: CompiledMethod;
  readonly plan: Plan;
  readonly values: Values;
}

async function executeAfter(
  resolving: Promise<void>,
  call: CallContext,
  { method, plan, values }: ResolvedMethod,
): Promise<void> {
  let returned: unknown;
  try {
    await resolving;
    throwIfTimedOut(call);
    returned = await method.handler(argumentsFrom(plan, values));
  } catch (error) {
    return failMethod(call, error);
  }
  return complete(call, method, returned);
}

async function completeAfter(
  returned: PromiseLike<unknown>,
  call: CallContext,
  method: CompiledMethod,
): Promise<void> {
  let result: unknown;
  try {
    result = await returned;
  } catch (error) {
    return failMethod(call, error);
  }
  return complete(call, method, result);
}

/** Validates the result of the handler, encodes it and commits. */
function complete(
  call: CallContext,
  method: CompiledMethod,
  returned: unknown,
): MaybePromise<void> {
  try {
    throwIfTimedOut(call);
    const { validateResult } = method;
    if (validateResult === undefined) return encodeAndCommit(call, returned);
    const validated = validateResult(returned, call);
    return isPromise(validated)
      ? commitAfter(validated, call, method)
      : encodeAndCommit(call, resultOf(method, validated));
  } catch (error) {
    return failMethod(call, error);
  }
}

async function commitAfter(
  validated: Promise<Validation>,
  call: CallContext,
  method: CompiledMethod,
): Promise<void> {
  try {
    const result = resultOf(method, await validated);
    throwIfTimedOut(call);
    await encodeAndCommit(call, result);
  } catch (error) {
    return failMethod(call, error);
  }
}

/** @throws TypeError if the schema rejects the result. Its message doesn't contain the value. */
function resultOf(method: CompiledMethod, validated: Validation): unknown {
  if (validated.issues === undefined) return validated.value;
  const { name, result } = method.method;
  const problems = result === undefined ? '' : describeRejection(result, validated);
  throw new TypeError(`The result of ${name} does not match its schema: ${problems}`);
}

/**
 * Encodes the result, and then runs the teardowns that precede the response, so that nothing is
 * committed whose response can't be sent.
 *
 * @throws TypeError or LimitExceeded if the result can't be sent
 */
function encodeAndCommit(call: CallContext, result: unknown): MaybePromise<void> {
  const encoded = encodeMethodResult(call, result);
  return call.hasOpenDependencies && call.dependencyStack.hasBeforeResponse
    ? closeBeforeResponse(call, result, encoded)
    : succeed(call, result, encoded);
}

async function closeBeforeResponse(
  call: CallContext,
  result: unknown,
  encoded: EncodedResponse | undefined,
): Promise<void> {
  try {
    await call.dependencyStack.closeBeforeResponse(encoded);
  } catch (error) {
    call.scope.responseBudget.refund(encoded);
    return failMethod(call, error);
  }
  if (call.interruption === undefined) return succeed(call, result, encoded);
  // The commit was successful, but the response is RequestTimeout already.
  return failMethod(call, call.interruption);
}

function succeed(call: CallContext, result: unknown, encoded: EncodedResponse | undefined): void {
  call.succeed(result);
  call.encoded = encoded;
  call.hasExecuted = true;
  call.scope.hasSucceeded = true;
  closeAfterResponse(call);
}

/** Schedules the remaining teardowns to run after the response. A notification runs them itself. */
function closeAfterResponse(call: CallContext): void {
  if (!call.hasOpenDependencies) return;
  if (call.isNotification) call.lifetime.closesDependencies = true;
  else call.scope.callsToClose.push(call);
}

/** Throws the error into the open dependencies, which may replace it, and stores it on the call. */
function failMethod(call: CallContext, thrown: unknown): MaybePromise<void> {
  const inspectable = toInspectable(thrown);
  if (call.interruption !== undefined) return failTimedOut(call, inspectable);
  const error = cancellationOf(call, inspectable);
  if (isEarlyResponse(error)) return respondEarly(call, error);
  return call.hasOpenDependencies ? closeAndFail(call, error) : fail(call, error);
}

/**
 * Returns RequestCancelled instead of the error with which a call reacts when its client cancels it or
 * disconnects.
 */
function cancellationOf(call: CallContext, error: unknown): unknown {
  const { scope, isCancelled } = call;
  if (!isCancelled && (call.isNotification || !scope.hasDisconnected)) return error;
  return isReactionTo(scope.carrier.signal?.reason, error) ? new RequestCancelled() : error;
}

function fail(call: CallContext, error: unknown): void {
  // The method may be executed again.
  if (call.attempt?.endsInConflict(error) === true) return;
  call.fail(error);
  call.hasExecuted = true;
  call.scope.firstFailure ??= { error: call.exception };
}

async function closeAndFail(call: CallContext, thrown: unknown): Promise<void> {
  const { dependencyStack, scope } = call;
  // With other calls in the same transaction, a failed call commits nothing.
  const mayKeepWrites = scope.atomicBatch?.mayKeepWrites !== false;
  const { error, isKept } = await dependencyStack.fail(thrown, { mayKeepWrites });
  fail(call, error);
  if (isKept) await commitFailure(call);
}

/** Commits the writes that a dependency keeps although the method has failed. */
async function commitFailure(call: CallContext): Promise<void> {
  const { dependencyStack, exception } = call;
  const encoded = encodeOutcome(call);
  if (call.exception !== exception || call.malformedReason !== undefined) {
    // Another response replaces the one for which the writes were kept.
    call.scope.responseBudget.refund(encoded);
    return fail(call, (await dependencyStack.fail(call.exception)).error);
  }
  try {
    await dependencyStack.closeBeforeResponse(encoded);
  } catch (error) {
    call.scope.responseBudget.refund(encoded);
    return fail(call, error);
  }
  if (call.interruption !== undefined) return failTimedOut(call, call.interruption);
  call.encoded = encoded;
  call.lifetime.keepsWrites = true;
  closeAfterResponse(call);
}

/** Ends a call whose time limit has passed, and which has responded already. */
async function failTimedOut(call: CallContext, thrown: unknown): Promise<void> {
  const { interruption } = call;
  if (thrown !== interruption && !isEarlyResponse(thrown)) {
    reportUnhandled(call, thrown, 'Call failed after a timeout');
  }
  call.hasExecuted = true;
  call.fail(interruption);
  if (!call.hasOpenDependencies) return;
  const { error } = await call.dependencyStack.fail(interruption);
  if (error !== interruption) reportUnhandled(call, error, 'Teardown failed after a timeout');
}

/** Rolls back the writes of the call, and responds as the dependency that threw the response. */
async function respondEarly(call: CallContext, early: EarlyResponse): Promise<void> {
  if (call.hasOpenDependencies) {
    const { error } = await call.dependencyStack.fail(early);
    if (error !== early) reportUnhandled(call, error, 'Teardown of a replayed call failed');
  }
  if (call.interruption !== undefined) return failTimedOut(call, call.interruption);
  const { outcome } = early;
  call.lifetime.early = early;
  if ('error' in outcome) return fail(call, outcome.error);
  try {
    succeed(call, outcome.result, encodeMethodResult(call, outcome.result));
  } catch (error) {
    fail(call, error);
  }
}
