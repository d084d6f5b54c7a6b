import type { TextBody, ValueBody } from '../http/http-request.js';
import type { HttpResponse } from '../http/http-response.js';
import { type Calls, parseMessage, readJson } from '../jsonrpc/message.js';
import type { Arrival } from './arrival.js';
import { invalidRequestResponse, parseErrorResponse } from './rejections.js';

/** The calls of a body. */
export type ParsedCalls = Calls & {
  /** The size of the body, which counts towards `maxPendingBytes` while a call may use it. */
  readonly byteLength: number;
};

/** The calls of a body, or the error response to a body that doesn't contain calls. */
export type ParsedBody =
  | ParsedCalls
  | { readonly kind: 'rejected'; readonly response: HttpResponse };

/** Parses a body into its calls, without validating them. */
export function parseBody(
  { endpoint, routeMethod, instrumentedRequest }: Arrival,
  body: TextBody | ValueBody,
): ParsedBody {
  const json =
    body.kind === 'text' ? readJson(body.text) : { ok: true as const, value: body.value };
  if (!json.ok) return { kind: 'rejected', response: parseErrorResponse() };
  if (instrumentedRequest !== undefined) {
    instrumentedRequest.message = Array.isArray(json.value) ? 'batch' : 'single';
  }
  const { maxBatchSize } = endpoint.settings;
  const message = parseMessage(json.value, {
    maxBatchSize,
    allowsBatches: routeMethod === undefined,
  });
  if (message.kind === 'rejected') {
    return { kind: 'rejected', response: invalidRequestResponse(message.problem) };
  }
  const byteLength = body.byteLength ?? (body.kind === 'text' ? body.text.length : 0);
  return message.kind === 'single'
    ? { kind: 'single', item: message.item, byteLength }
    : { kind: 'batch', items: message.items, byteLength };
}
