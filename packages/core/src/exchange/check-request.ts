import { isJsonMediaType } from './media-type.js';
import type { HttpRequest } from './http-request.js';

/** Why a request is refused before its body is read. */
export type Refusal =
  | { readonly status: 405 }
  | { readonly status: 415; readonly header: string; readonly msg: string; readonly type: string };

/** Verb and media type of a request to an entrypoint. */
export function checkRequest(request: HttpRequest): Refusal | undefined {
  if (request.verb !== 'POST') return { status: 405 };
  const contentType = request.header('content-type');
  if (!isJsonMediaType(contentType)) {
    const msg =
      'Must be application/json, application/json-rpc or application/jsonrequest, in UTF-8';
    return { status: 415, header: 'content-type', msg, type: 'media_type' };
  }
  const encoding = request.header('content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    const msg = 'Compressed bodies are not taken: send it as it is';
    return { status: 415, header: 'content-encoding', msg, type: 'content_encoding' };
  }
  return undefined;
}
