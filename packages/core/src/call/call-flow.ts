import type { MaybePromise } from '../async/maybe-promise.js';
import { inContext } from '../context/current-context.js';
import { instrumented } from '../context/instrumentation.js';
import type { ExchangeCall } from './http-exchange.js';

/** Runs or rejects a call inside the instrumentation. */
export function instrumentedCall<Call extends ExchangeCall, T>(
  call: Call,
  run: (call: Call) => MaybePromise<T>,
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

/** Runs work of a call after its response, in the call's asynchronous context and instrumentation. */
export function inInstrumentedContext<Call extends ExchangeCall, T>(
  call: Call,
  work: (call: Call) => MaybePromise<T>,
): MaybePromise<T> {
  const run = (): MaybePromise<T> => inContext(call, work);
  const { exchange } = call;
  return exchange.instrumentedRequest === undefined
    ? run()
    : instrumented(
        exchange.logger,
        ({ afterResponse }, inner) => afterResponse?.(call, inner),
        run,
      );
}
