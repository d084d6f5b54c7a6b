import type { MaybePromise } from '../flow/maybe-promise.js';
import type { CallContext } from './call-context.js';
import { inContext } from './current-context.js';
import { instrumented } from './instrumentation.js';

/** A call's way, or its refusal, with the instrumentation around it. */
export function instrumentedCall<T>(
  call: CallContext,
  run: (call: CallContext) => MaybePromise<T>,
): MaybePromise<T> {
  const { exchange } = call;
  const { instrumentedRequest } = exchange;
  return instrumentedRequest === undefined
    ? run(call)
    : instrumented(
        exchange.logger,
        ({ call: hook }, inner) => hook?.(call, inner, instrumentedRequest),
        () => run(call),
      );
}

/** What a call does after its answer: as part of its flow, with the instrumentation around it. */
export function inContextLater<T>(
  call: CallContext,
  work: (call: CallContext) => MaybePromise<T>,
): MaybePromise<T> {
  const run = (): MaybePromise<T> => inContext(call, work);
  const { exchange } = call;
  return exchange.instrumentedRequest === undefined
    ? run()
    : instrumented(exchange.logger, ({ later }, inner) => later?.(call, inner), run);
}
