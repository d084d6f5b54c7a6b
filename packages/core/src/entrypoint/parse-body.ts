import type { HttpAnswer } from '../exchange/http-answer.js';
import type { TextBody, ValueBody } from '../exchange/http-body.js';
import { type Calls, parseMessage } from '../protocol/message.js';
import { readJson } from '../protocol/read-json.js';
import type { Arrival } from './arrival.js';
import type { Endpoint } from './endpoint.js';
import { invalidRequest, parseError } from './refusals.js';

/** The calls of a body with its length, or the response to a body that holds none. */
export type ParsedBody =
  | { readonly kind: 'calls'; readonly calls: Calls; readonly byteLength: number }
  | { readonly kind: 'response'; readonly response: HttpAnswer };

/** Parses a body into its calls. */
export function parseBody(
  { settings: { maxBatchSize } }: Endpoint,
  { routeMethod, seen }: Arrival,
  body: TextBody | ValueBody,
): ParsedBody {
  const json =
    body.kind === 'text' ? readJson(body.text) : { ok: true as const, value: body.value };
  if (!json.ok) return { kind: 'response', response: parseError() };
  if (seen !== undefined) seen.message = Array.isArray(json.value) ? 'batch' : 'single';
  const takesBatches = routeMethod === undefined;
  const message = parseMessage(json.value, { maxBatchSize, takesBatches });
  if (message.kind === 'refused') {
    return { kind: 'response', response: invalidRequest(message.problem) };
  }
  const byteLength = body.byteLength ?? (body.kind === 'text' ? body.text.length : 0);
  return { kind: 'calls', calls: message, byteLength };
}
