import type { HttpExchange } from '../context/http-exchange.js';
import { HttpError } from '../errors/http-error.js';
import type { RateLimiter } from '../rate-limit/rate-limiter.js';

/**
 * Charges the calls of an HTTP request before anything of them runs, and leaves on the exchange which
 * of them are rejected, or why none can run. Never rejects.
 *
 * @param costs of the calls, in request order
 */
export async function chargeRateLimit(
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
