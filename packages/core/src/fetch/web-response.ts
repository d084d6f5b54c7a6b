import { entityHeaders, type HttpResponse } from '../http/http-response.js';

const encoder = new TextEncoder();

/**
 * Converts a response for a fetch runtime. Sets `content-length`, because some frameworks pass the body
 * to their server as a stream, whose length is unknown.
 *
 * @throws TypeError if a header is invalid
 */
export function toWebResponse(
  { status, body, contentType, headers }: HttpResponse,
  verb: string,
): Response {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const entity = entityHeaders(contentType);
  if (bytes !== undefined) entity['content-length'] = String(bytes.length);
  // The memory of a response is not shared with other threads.
  const sent = verb === 'HEAD' ? null : ((bytes ?? null) as Uint8Array<ArrayBuffer> | null);
  return new Response(sent, {
    status,
    headers: headers === undefined ? entity : withHeaders(entity, headers),
  });
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
