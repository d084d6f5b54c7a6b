import { parseEnvelope } from '../protocol/envelope.js';
import type { Calls } from '../protocol/message.js';
import type { AnyEntrypoint } from './any-entrypoint.js';

/** Points that an invalid request, an unknown method and a built-in cost. */
const DEFAULT_COST = 1;

/** The points of each call of a message, in request order. */
export function callCosts(
  entrypoint: AnyEntrypoint,
  message: Calls,
  routeMethod: string | undefined,
): readonly number[] {
  const others = entrypoint.settings.requestSchema === undefined ? 'refused' : 'checked-by-schema';
  const costOf = (item: unknown): number => {
    const envelope = parseEnvelope(item, others, routeMethod);
    if (envelope.kind === 'invalid') return DEFAULT_COST;
    const { method: name } = envelope.request;
    const isOfRoute = routeMethod === undefined || name === routeMethod;
    return (isOfRoute ? entrypoint.find(name)?.method.cost : undefined) ?? DEFAULT_COST;
  };
  return message.kind === 'single' ? [costOf(message.item)] : message.items.map(costOf);
}
