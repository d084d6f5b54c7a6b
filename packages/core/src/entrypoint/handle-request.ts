import { HttpExchange } from '../context/http-exchange.js';
import { instrumented, isInstrumented } from '../context/instrumentation.js';
import { chargeRateLimit } from '../dispatch/charge-rate-limit.js';
import { failExchange, finishExchange } from '../dispatch/finish-exchange.js';
import { resolveSharedDependencies } from '../dispatch/shared-dependencies.js';
import { checkRequest } from '../exchange/check-request.js';
import type { HttpAnswer } from '../exchange/http-answer.js';
import type { HttpRequest } from '../exchange/http-request.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import type { Arrival } from './arrival.js';
import { callCosts } from './call-costs.js';
import type { Endpoint } from './endpoint.js';
import { parseBody } from './parse-body.js';
import { bodyRefusal, internalError, overloaded, refuseRequest, shuttingDown } from './refusals.js';
import { runCalls } from './run-calls.js';

/**
 * Handles one HTTP request to an entrypoint, with the instrumentation around it. Never rejects.
 *
 * @param routeMethod the method whose own route the request came to
 */
export function handleRequest(
  endpoint: Endpoint,
  request: HttpRequest,
  routeMethod: string | undefined,
): MaybePromise<HttpAnswer> {
  if (!isInstrumented()) return handle(endpoint, { request, routeMethod, seen: undefined });
  const { entrypoint, logger } = endpoint;
  const seen = { httpRequest: request, entrypoint, message: undefined };
  return instrumented(
    logger,
    (hooks, run) => hooks.request?.(seen, run),
    () => handle(endpoint, { request, routeMethod, seen }),
  );
}

/** The stages of an HTTP request. What is there is not awaited, so that its calls begin at once. */
async function handle(endpoint: Endpoint, arrival: Arrival): Promise<HttpAnswer> {
  const { request } = arrival;
  const { settings, running, entrypoint } = endpoint;
  let exchange: HttpExchange | undefined;
  let byteLength = 0;
  try {
    const rejection = checkRequest(request);
    if (rejection !== undefined) return refuseRequest(rejection);
    const reading = request.readBody({
      maxBytes: settings.maxBodyBytes,
      timeout: settings.bodyTimeout,
    });
    const body = isPromise(reading) ? await reading : reading;
    if (running.isClosing) return shuttingDown();
    if (body.kind !== 'text' && body.kind !== 'value') return bodyRefusal(body.kind, settings);

    const parsed = parseBody(endpoint, arrival, body);
    if (parsed.kind === 'response') return parsed.response;
    if (!endpoint.pendingBytes.reserve(parsed.byteLength)) return overloaded();
    ({ byteLength } = parsed);

    exchange = new HttpExchange(endpoint, arrival);
    running.work.begin();
    if (endpoint.rateLimiter !== undefined) {
      await chargeRateLimit(
        exchange,
        endpoint.rateLimiter,
        callCosts(endpoint, parsed.calls, arrival.routeMethod),
      );
    }
    if (entrypoint.sharedPlan !== undefined && !exchange.runsNothing) {
      const resolving = resolveSharedDependencies(endpoint, exchange, entrypoint.sharedPlan);
      if (isPromise(resolving)) await resolving;
    }
    const responses = runCalls(endpoint, exchange, parsed.calls);
    const answers = isPromise(responses) ? await responses : responses;
    const finishing = finishExchange(endpoint, exchange, answers);
    return isPromise(finishing) ? await finishing : finishing;
  } catch (error) {
    if (exchange !== undefined) return await failExchange(endpoint, exchange, error);
    endpoint.logger.error({ err: error }, 'HTTP request failed');
    return internalError();
  } finally {
    if (exchange !== undefined) release(endpoint, exchange, byteLength);
  }
}

/** Lets go of the body when no call is left that may use it. */
function release(endpoint: Endpoint, exchange: HttpExchange, byteLength: number): void {
  const released = (): void => {
    endpoint.pendingBytes.release(byteLength);
    exchange.summarizeFailures();
  };
  if (exchange.hasPending && !exchange.hasMoreToDo) exchange.closeTasks();
  endpoint.running.work.end();
  if (exchange.hasPending) void exchange.whenNothingIsPending().then(released, released);
  else released();
}
