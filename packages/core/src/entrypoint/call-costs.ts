import { parseEnvelope } from '../protocol/envelope.js';
import type { Calls } from '../protocol/message.js';
import type { Endpoint } from './endpoint.js';

/** Points that an invalid request and an unknown method cost. */
const DEFAULT_COST = 1;

/** The points of each call of a message, in request order. */
export function callCosts(
  endpoint: Endpoint,
  message: Calls,
  routeMethod: string | undefined,
): readonly number[] {
  const others = endpoint.settings.requestSchema === undefined ? 'refused' : 'checked-by-schema';
  const costOf = (item: unknown): number => {
    const envelope = parseEnvelope(item, others, routeMethod);
    if (envelope.kind === 'invalid') return DEFAULT_COST;
    const method = endpoint.findMethod(envelope.request.method, routeMethod);
    return method?.method.cost ?? DEFAULT_COST;
  };
  return message.kind === 'single' ? [costOf(message.item)] : message.items.map(costOf);
}
