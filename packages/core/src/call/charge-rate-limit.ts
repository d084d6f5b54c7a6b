import { HttpError } from '../errors/http-error.js';
import { parseEnvelope } from '../jsonrpc/envelope.js';
import type { Calls } from '../jsonrpc/message.js';
import type { RateLimiter } from '../rate-limit/rate-limiter.js';
import type { HttpExchange } from './http-exchange.js';

/** The points that an invalid request or a call of an unknown method costs. */
const DEFAULT_COST = 1;

/**
 * Charges the calls of an HTTP request before any of them runs. Stores on the exchange which calls to
 * reject, or the error that prevents all of them from running. Never rejects.
 */
export function chargeRateLimit(exchange: HttpExchange, message: Calls): Promise<void> | undefined {
  const { rateLimiter } = exchange.endpoint;
  if (exchange.isJob) return undefined;
  return rateLimiter && charge(exchange, rateLimiter, callCosts(exchange, message));
}

async function charge(
  exchange: HttpExchange,
  limiter: RateLimiter,
  costs: readonly number[],
): Promise<void> {
  try {
    exchange.rateLimit = await limiter.charge(exchange.httpRequest, costs, exchange.logger);
  } catch (error) {
    exchange.sharedFailure = { error };
    if (error instanceof HttpError) exchange.endWith(error);
  }
}

/** Returns the points of each call, in request order. */
function callCosts({ endpoint, routeMethod }: HttpExchange, message: Calls): readonly number[] {
  const { settings, allowsMember } = endpoint;
  const others = settings.requestSchema === undefined ? allowsMember : 'checked-by-schema';
  const costOf = (item: unknown): number => {
    const envelope = parseEnvelope(item, others, routeMethod);
    if (envelope.kind === 'invalid') return DEFAULT_COST;
    const method = endpoint.findMethod(envelope.request.method, routeMethod);
    return method?.method.cost ?? DEFAULT_COST;
  };
  return message.kind === 'single' ? [costOf(message.item)] : message.items.map(costOf);
}
