import { InvalidRequest } from '../errors/standard-errors.js';
import type { ContextSource } from './argument-source.js';
import { callSource } from './context-sources.js';
import type { PluginCall } from './internal-call.js';

/** The member of a subscribe call with the cursor. */
export const CURSOR_MEMBER = 'cursor';

const MAX_LENGTH = 255;

/**
 * An argument source for the cursor of the event after which a client wants to continue its subscription;
 * undefined if it wants none. The client sends it as the member `cursor` beside `params`, or as the
 * header `Last-Event-ID` of an event stream. The sources `feed` of channels use it. Subscriptions without
 * this source reject calls with a cursor.
 */
export const cursor: ContextSource<string | undefined> = callSource(readCursor);

/**
 * Returns the cursor of a call; undefined if it has none.
 *
 * @throws InvalidRequest if it isn't a string of 1 to 255 characters
 */
export function readCursor(
  call: Pick<PluginCall, 'rawRequest' | 'carrier' | 'isBatch'>,
): string | undefined {
  const { [CURSOR_MEMBER]: member } = call.rawRequest as { readonly [CURSOR_MEMBER]?: unknown };
  // Browsers repeat the header, which belongs to one subscription.
  const isSingle = call.carrier.kind === 'http' && !call.isBatch;
  const header = isSingle ? call.carrier.header('last-event-id') : undefined;
  const value = member === undefined && header !== '' ? header : member;
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH) return value;
  throw invalidCursor(`Must be a string of 1 to ${MAX_LENGTH} characters`, 'cursor');
}

export function invalidCursor(msg: string, type: string): InvalidRequest {
  return new InvalidRequest({ errors: [{ loc: [CURSOR_MEMBER], msg, type }] });
}
