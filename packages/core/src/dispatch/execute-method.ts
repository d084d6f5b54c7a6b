import { encodeResult } from '../protocol/encode-response.js';
import { type Arguments, resolveArguments } from '../args/plan.js';
import type { CallContext } from '../context/call-context.js';
import { isPromise, type MaybePromise, whenDone } from '../flow/maybe-promise.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { Dispatcher } from './dispatcher.js';
import { reportUnhandled } from './report.js';

/**
 * The method itself: dependencies and arguments, the handler, its result's schema, and the teardowns
 * that stand before the response. After a failure all dependencies are closed before it is thrown.
 */
export function executeMethod(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod,
): MaybePromise<unknown> {
  let returned: unknown;
  try {
    const args = resolveArguments(method.plan.with(dispatcher.overrides), call);
    returned = isPromise(args)
      ? args.then((resolved) => callHandler(call, method, resolved))
      : callHandler(call, method, args);
  } catch (error) {
    return abandon(call, error);
  }
  if (!isPromise(returned)) return complete(call, method, returned);
  // A thenable, as a query builder is one, is made a promise first.
  return Promise.resolve(returned).then(
    (result) => complete(call, method, result),
    (error: unknown) => abandon(call, error),
  );
}

function callHandler(call: CallContext, { handler }: CompiledMethod, args: Arguments): unknown {
  if (call.interruption !== undefined) throw call.interruption;
  return handler(args);
}

/** What the handler returned becomes the result. */
function complete(
  call: CallContext,
  method: CompiledMethod,
  returned: unknown,
): MaybePromise<unknown> {
  try {
    const result = checkResult(call, method, returned);
    return isPromise(result)
      ? result.then(
          (value) => closeBeforeResponse(call, value),
          (error: unknown) => abandon(call, error),
        )
      : closeBeforeResponse(call, result);
  } catch (error) {
    return abandon(call, error);
  }
}

function checkResult(call: CallContext, method: CompiledMethod, result: unknown): unknown {
  if (call.interruption !== undefined) throw call.interruption;
  if (method.validateResult === undefined) return result;
  return whenDone(method.validateResult(result), (validated) => {
    if (validated.issues === undefined) return validated.value;
    throw new TypeError(
      `The result of ${method.method.name} is not what its schema says: ` +
        validated.issues.map(({ message }) => message).join('; '),
    );
  });
}

/**
 * A commit must not go ahead of an answer that JSON can't carry, so where something is open the
 * result is encoded once for the trial.
 */
function closeBeforeResponse(call: CallContext, result: unknown): MaybePromise<unknown> {
  if (!call.hasOpenDependencies) return result;
  return encodeAndClose(call, result).catch((error: unknown) => abandon(call, error));
}

async function encodeAndClose(call: CallContext, result: unknown): Promise<unknown> {
  encodeResult(call.id, result);
  if (call.interruption !== undefined) throw call.interruption;
  await call.openDependencies.closeBeforeResponse();
  return result;
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
    throw final;
  });
}
