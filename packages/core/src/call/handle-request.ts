import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { withHooks, isInstrumented } from '../context/instrumentation.js';
import { checkRequest } from '../http/check-request.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponse } from '../http/http-response.js';
import type { Arrival, RouteOptions } from './arrival.js';
import { chargeRateLimit } from './charge-rate-limit.js';
import type { Endpoint } from './endpoint.js';
import { failExchange, finishExchange } from './finish-exchange.js';
import { HttpExchange } from './http-exchange.js';
import { parseBody } from './parse-body.js';
import {
  internalErrorResponse,
  overloadedResponse,
  rejectBody,
  rejectRequest,
  shuttingDownResponse,
} from './rejections.js';
import { resolveSharedDependencies } from './resolve-shared-dependencies.js';
import { runCalls } from './run-calls.js';

/**
 * Handles one HTTP request to an entrypoint, inside the instrumentation of the process. Never rejects.
 */
export function handleRequest(
  endpoint: Endpoint,
  request: HttpRequest,
  { routeMethod, jobOverrides }: RouteOptions = {},
): MaybePromise<HttpResponse> {
  if (!isInstrumented()) return handle({ endpoint, request, routeMethod, jobOverrides });
  const { entrypoint, logger } = endpoint;
  const instrumentedRequest = { httpRequest: request, entrypoint, message: undefined };
  return withHooks(
    logger,
    (hooks, run) => hooks.request?.(instrumentedRequest, run),
    () => handle({ endpoint, request, routeMethod, jobOverrides, instrumentedRequest }),
  );
}

/**
 * The stages of an HTTP request. Only promises are awaited, so that calls start before an `api.close()`
 * in the same turn of the event loop.
 */
async function handle(arrival: Arrival): Promise<HttpResponse> {
  const { endpoint, request } = arrival;
  let exchange: HttpExchange | undefined;
  try {
    const rejection = checkRequest(request);
    if (rejection !== undefined) return rejectRequest(rejection);

    const reading = request.readBody(endpoint.bodyLimits);
    const body = isPromise(reading) ? await reading : reading;
    if (endpoint.running.isClosing) return shuttingDownResponse();
    if (body.kind !== 'text' && body.kind !== 'value') return rejectBody(body.kind, endpoint);

    const message = parseBody(arrival, body);
    if (message.kind === 'rejected') return message.response;
    if (!endpoint.pendingBytes.reserve(message.byteLength)) return overloadedResponse();
    exchange = new HttpExchange(arrival, message);

    const charging = chargeRateLimit(exchange, message);
    if (isPromise(charging)) await charging;

    const resolving = resolveSharedDependencies(exchange);
    if (isPromise(resolving)) await resolving;

    const running = runCalls(exchange, message);
    const responses = running instanceof Promise ? await running : running;

    const finishing = finishExchange(exchange, responses);
    return isPromise(finishing) ? await finishing : finishing;
  } catch (error) {
    if (exchange !== undefined) return await failExchange(exchange, error);
    endpoint.logger.error({ err: error }, 'HTTP request failed');
    return internalErrorResponse();
  } finally {
    exchange?.release();
  }
}
