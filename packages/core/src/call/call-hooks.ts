import type { MaybePromise } from '../async/maybe-promise.js';
import { inContext } from '../context/current-context.js';
import { withHooks } from '../context/instrumentation.js';
import type { ExchangeCall } from './http-exchange.js';

/** Runs a function that runs or rejects the call, inside the `call` hooks. */
export function withCallHooks<Call extends ExchangeCall, T>(
  call: Call,
  run: (call: Call) => MaybePromise<T>,
): MaybePromise<T> {
  const { exchange } = call;
  const { instrumentedRequest } = exchange;
  return instrumentedRequest === undefined
    ? run(call)
    : withHooks(
        exchange.logger,
        ({ call: hook }, inner) => hook?.(call, inner, instrumentedRequest),
        () => run(call),
      );
}

/**
 * Runs work that follows the response, such as a teardown, in the asynchronous context of its call and
 * inside the `afterResponse` hooks.
 */
export function withAfterResponseHooks<Call extends ExchangeCall, T>(
  call: Call,
  work: (call: Call) => MaybePromise<T>,
): MaybePromise<T> {
  const run = (): MaybePromise<T> => inContext(call, work);
  const { exchange } = call;
  return exchange.instrumentedRequest === undefined
    ? run()
    : withHooks(exchange.logger, ({ afterResponse }, inner) => afterResponse?.(call, inner), run);
}
