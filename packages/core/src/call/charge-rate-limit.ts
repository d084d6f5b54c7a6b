import { LimitExceeded } from '../errors/standard-errors.js';
import { encodeError } from '../jsonrpc/encode-response.js';
import { parseEnvelope } from '../jsonrpc/envelope.js';
import type { Calls } from '../jsonrpc/message.js';
import type { Carrier } from '../message/carrier.js';
import type { ChargedCalls } from '../rate-limit/rate-limit.js';
import type { BoundEntrypoint } from './bound-entrypoint.js';
import type { HttpEffects, RejectedMessage } from './message-outcome.js';
import type { MessageScope } from './message-scope.js';
import { failAll } from './resolve-shared-dependencies.js';

/** The points of an invalid request, a call of an unknown method, or a message without calls. */
const DEFAULT_COST = 1;

/**
 * Charges the calls of a message before any of them runs. Stores on the scope which calls to
 * reject, or the error that prevents all of them from running. Never rejects.
 */
export async function chargeRateLimit(scope: MessageScope, calls: Calls): Promise<void> {
  try {
    scope.rateLimit = await charge(scope.bound, scope.carrier, callCosts(scope, calls));
  } catch (error) {
    failAll(scope, error);
  }
}

/**
 * Charges the caller for a message that was received, but contains no calls. Returns its rejection with
 * the decision of the rate limit.
 *
 * @throws the error of `key()` or of the store
 */
export async function chargeRejected(
  bound: BoundEntrypoint,
  carrier: Carrier,
  rejected: RejectedMessage,
): Promise<RejectedMessage> {
  const charged = await charge(bound, carrier, [DEFAULT_COST]);
  if (charged === undefined) return rejected;
  const { retryAfterMs, rejectsAll } = charged;
  const limited = encodeError(null, new LimitExceeded({ retryAfterMs }).getResponse().error);
  return {
    ...rejected,
    response: rejectsAll ? limited : rejected.response,
    effects: { http: chargeEffects(charged) },
  };
}

/** Jobs aren't charged: they have no caller to count for. */
async function charge(
  { rateLimiter, logger, timeout }: BoundEntrypoint,
  { http }: Carrier,
  costs: readonly number[],
): Promise<ChargedCalls | undefined> {
  return http && rateLimiter?.charge(http, costs, { logger, timeout });
}

/** Returns the status and the headers that report the rate limit. */
export function chargeEffects({ headers, rejectsAll }: ChargedCalls): HttpEffects {
  return { status: rejectsAll ? 429 : undefined, headers };
}

/** Returns the points of each call, in request order. */
function callCosts({ bound, pathMethod }: MessageScope, calls: Calls): readonly number[] {
  const others = bound.readEnvelope === undefined ? bound.allowsMember : 'checked-by-schema';
  const costOf = (item: unknown): number => {
    const envelope = parseEnvelope(item, others, pathMethod);
    if (envelope.kind === 'invalid') return DEFAULT_COST;
    const method = bound.findMethod(envelope.request.method, pathMethod);
    return method?.method.cost ?? DEFAULT_COST;
  };
  return calls.kind === 'single' ? [costOf(calls.item)] : calls.items.map(costOf);
}
