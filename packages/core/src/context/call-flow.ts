import type { MaybePromise } from '../flow/maybe-promise.js';
import type { CallContext } from './call-context.js';
import { inContext } from './current-context.js';
import { instrumented } from './instrumentation.js';

/** A call's way, or its refusal, with the instrumentation around it. */
export function instrumentedCall<T>(
  call: CallContext,
  run: () => MaybePromise<T>,
): MaybePromise<T> {
  const { instrumentedRequest, logger } = call.exchange;
  if (instrumentedRequest === undefined) return run();
  return instrumented(
    logger,
    (hooks, inner) => hooks.call?.(call, inner, instrumentedRequest),
    run,
  );
}

/** What a call does after its answer: as part of its flow, with the instrumentation around it. */
export function inContextLater<T>(
  call: CallContext,
  work: (call: CallContext) => MaybePromise<T>,
): MaybePromise<T> {
  const run = (): MaybePromise<T> => inContext(call, work);
  const { instrumentedRequest, logger } = call.exchange;
  if (instrumentedRequest === undefined) return run();
  return instrumented(logger, (hooks, inner) => hooks.later?.(call, inner), run);
}
