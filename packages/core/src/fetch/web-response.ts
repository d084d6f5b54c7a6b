import type { AdapterApi } from '../api/api-host.js';
import { toReadableStream } from '../http/event-stream.js';
import { entityHeaders, type HttpResponse } from '../http/http-response.js';
import { observeBody } from './observed-body.js';

const encoder = new TextEncoder();

/**
 * Converts a response for a fetch runtime. Sets `content-length`, because some frameworks pass the body
 * to their server as a stream, whose length is unknown.
 *
 * @throws TypeError if a header is invalid
 */
export function toWebResponse(
  response: HttpResponse,
  verb: string,
  host: Pick<AdapterApi, 'holdResponse'>,
): Response {
  const { status, body, events, contentType } = response;
  // The memory of a response is not shared with other threads.
  const bytes = (typeof body === 'string' ? encoder.encode(body) : body) as
    | Uint8Array<ArrayBuffer>
    | undefined;
  const entity = entityHeaders(contentType);
  if (bytes !== undefined) entity['content-length'] = String(bytes.length);
  const headers = response.headers === undefined ? entity : withHeaders(entity, response.headers);
  if (events !== undefined) return new Response(toReadableStream(events), { status, headers });
  const sent = bytes === undefined || verb === 'HEAD' ? null : observeBody(bytes, response, host);
  return new Response(sent, { status, headers });
}

function withHeaders(
  entity: Record<string, string>,
  headers: Iterable<readonly [string, string]>,
): Headers {
  const all = new Headers(entity);
  for (const [name, value] of headers) {
    if (name === 'set-cookie') all.append(name, value);
    else all.set(name, value);
  }
  return all;
}
