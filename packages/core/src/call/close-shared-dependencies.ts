import { isBaseError } from '../errors/base-error.js';
import { toInspectable } from '../errors/error-object.js';
import { httpErrorOf } from '../errors/unauthorized.js';
import type { CallContext } from './call-context.js';
import { encodeOutcome } from './encode-outcome.js';
import { type CallOutcome, type CallOutcomes, NO_RESPONSE } from './message-outcome.js';
import type { MessageScope } from './message-scope.js';

/**
 * Runs the teardowns of shared dependencies that precede the response. Returns the outcomes of the
 * calls, or, if a teardown fails, its error as the outcome of every call.
 *
 * If no method has succeeded, the error of the first one is thrown into the dependencies. They stay open
 * while a notification or an abandoned handler may use them. Before a successful response, teardowns
 * with `'before-response'` wait for the notifications of the batch instead.
 */
export async function closeSharedBeforeResponse(
  scope: MessageScope,
  outcomes: CallOutcomes,
): Promise<CallOutcomes> {
  const failure = await closeShared(scope);
  return failure === undefined ? outcomes : failOutcomes(scope, outcomes, failure.error);
}

async function closeShared(scope: MessageScope): Promise<{ readonly error: unknown } | undefined> {
  const { dependencyStack } = scope;
  if (scope.hasUnfinished) {
    if (!(scope.hasSucceeded && dependencyStack.hasBeforeResponse)) return undefined;
    await Promise.all(scope.notifications);
  }
  const failure = failureOf(scope);
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

/** Replaces the outcomes of all calls with the error of a failed shared teardown. */
function failOutcomes(scope: MessageScope, outcomes: CallOutcomes, error: unknown): CallOutcomes {
  const httpError = httpErrorOf(error, scope);
  if (httpError !== undefined) {
    scope.endWith(httpError);
    return NO_RESPONSE;
  }
  if (!isBaseError(error)) {
    scope.logger.error({ err: error }, 'Teardown before the response failed');
  }
  // Unlike map(), flatMap() skips the holes that notifications leave.
  const failed = scope.responders.flatMap((respondWith) => [respondWith(error)]);
  return Array.isArray(outcomes) ? failed : failed[0];
}

/** Replaces the outcome of a call after a shared teardown has failed. */
export function failOutcome(call: CallContext, error: unknown): CallOutcome {
  call.fail(error);
  const outcome = encodeOutcome(call);
  const { malformedReason: err } = call;
  if (err !== undefined) call.failureLogger.error({ err }, 'Call failed');
  return outcome;
}

/** Closes the remaining shared dependencies after the last call and notification has ended. */
export async function closeSharedAfterResponse(scope: MessageScope): Promise<void> {
  await scope.whenFinished();
  if (!scope.hasOpenDependencies) return;
  const failure = failureOf(scope);
  if (failure === undefined) return scope.dependencyStack.closeAfterResponse();
  const { error: err } = await scope.dependencyStack.fail(failure.error);
  if (err !== failure.error) scope.logger.error({ err }, 'Teardown failed');
}

function failureOf(scope: MessageScope): { readonly error: unknown } | undefined {
  const { httpError, hasSucceeded, firstFailure } = scope;
  if (httpError !== undefined) return { error: httpError };
  return hasSucceeded ? undefined : firstFailure;
}
