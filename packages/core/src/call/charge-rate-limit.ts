import type { Thrown } from '../di/dependency-stack.js';
import { encodeThrown } from '../errors/error-object.js';
import { isHttpError } from '../errors/http-error.js';
import { LimitExceeded } from '../errors/standard-errors.js';
import { parseEnvelope } from '../jsonrpc/envelope.js';
import type { Calls } from '../jsonrpc/message.js';
import type { Carrier } from '../message/carrier.js';
import type { Method } from '../method/method.js';
import type { ChargedCalls, RateLimit } from '../rate-limit/rate-limit.js';
import type { BoundEntrypoint } from './bound-entrypoint.js';
import { MessageCharge } from './message-charge.js';
import type { RejectedMessage } from './message-outcome.js';
import type { MessageScope } from './message-scope.js';
import { failAll } from './resolve-shared-dependencies.js';
import { selectVariant } from './select-variant.js';

/** What a call costs, and the limit of its method, in addition to that of the entrypoint. */
type CallPrice = Pick<Method, 'cost' | 'rateLimit'>;

/** The price of an invalid request, a call of an unknown method, or a message without calls. */
const DEFAULT_PRICE: CallPrice = { cost: 1, rateLimit: undefined };

/**
 * Charges the calls of a message before any of them runs. Stores on the scope which calls to
 * reject, or the error that prevents all of them from running. Never rejects.
 */
export async function chargeRateLimit(scope: MessageScope, calls: Calls): Promise<void> {
  try {
    scope.rateLimit = await charge(scope.bound, scope.carrier, callPrices(scope, calls));
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
  const charged = await charge(bound, carrier, [DEFAULT_PRICE]);
  if (charged === undefined) return rejected;
  const rejection = charged.rejectionOf(0);
  const response =
    rejection === undefined
      ? rejected.response
      : encodeThrown(
          new LimitExceeded({ retryAfterMs: rejection.retryAfterMs }),
          null,
          bound.settings.errorCodes,
        );
  return { ...rejected, response, effects: { http: charged.effects } };
}

/**
 * Charges the limit of the entrypoint, and then those of the methods, for calls that no limit has
 * rejected. If the limit of a method fails, the calls of this method do, too. Jobs aren't charged: they have
 * no caller to count for.
 *
 * @throws the error of the entrypoint's limit, or an `HttpError` of any limit
 */
async function charge(
  bound: BoundEntrypoint,
  { http }: Carrier,
  calls: readonly CallPrice[],
): Promise<MessageCharge | undefined> {
  if (http === undefined) return undefined;
  const { logger, settings } = bound;
  const { rateLimit: shared, timeout } = settings;
  const limits = new Set([shared, ...calls.map(({ rateLimit }) => rateLimit)]);
  const charges: ChargedCalls[] = [];
  const failures = new Map<RateLimit, Thrown>();
  for (const limit of limits) {
    if (limit === undefined) continue;
    const costs = calls.map(({ cost, rateLimit }, index) => {
      const applies = limit === shared || limit === rateLimit;
      return applies && !charges.some((charged) => charged.rejects(index)) ? cost : 0;
    });
    try {
      const charged = await bound.limiterOf(limit).charge(http, costs, { logger, timeout });
      if (charged !== undefined) charges.push(charged);
    } catch (error) {
      if (limit === shared || isHttpError(error)) throw error;
      failures.set(limit, { error });
    }
  }
  const isCharged = charges.length > 0 || failures.size > 0;
  return isCharged ? new MessageCharge(charges, failures, calls.length) : undefined;
}

/** Returns the price of each call, in request order. */
function callPrices({ bound, pathMethod }: MessageScope, calls: Calls): readonly CallPrice[] {
  const others = bound.readEnvelope === undefined ? bound.allowsMember : 'checked-by-schema';
  const priceOf = (item: unknown): CallPrice => {
    const envelope = parseEnvelope(item, others, pathMethod);
    if (envelope.kind === 'invalid') return DEFAULT_PRICE;
    const found = bound.findMethod(envelope.request.method, pathMethod);
    if (found === undefined) return DEFAULT_PRICE;
    return (selectVariant(found, envelope)?.method ?? found).method;
  };
  return calls.kind === 'single' ? [priceOf(calls.item)] : calls.items.map(priceOf);
}
