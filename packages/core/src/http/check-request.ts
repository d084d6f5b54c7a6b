import type { HttpRequest } from './http-request.js';

/** The reason to reject a request before its body is read. */
export type RequestRejection =
  | { readonly status: 405 }
  | { readonly status: 415; readonly header: string; readonly msg: string; readonly type: string };

/** Checks the verb and the media type of a request to an entrypoint. */
export function checkRequest(request: HttpRequest): RequestRejection | undefined {
  if (request.verb !== 'POST') return { status: 405 };
  const contentType = request.header('content-type');
  if (!isJsonMediaType(contentType)) {
    const msg =
      'Must be application/json, application/json-rpc or application/jsonrequest, in UTF-8';
    return { status: 415, header: 'content-type', msg, type: 'media_type' };
  }
  const encoding = request.header('content-encoding');
  const isEncoded = encoding !== undefined && encoding.toLowerCase() !== 'identity';
  if (isEncoded && request.hasParsedBody !== true) {
    const msg = 'Compressed bodies are not supported. Send the body uncompressed.';
    return { status: 415, header: 'content-encoding', msg, type: 'content_encoding' };
  }
  return undefined;
}

/** A token and a quoted string (RFC 9110, sections 5.6.2 and 5.6.4). */
const TOKEN = String.raw`[!#$%&'*+\-.^_\`|~0-9A-Za-z]+`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
// Whitespace can match only one part of the pattern, so a hostile header can't cause backtracking.
const MEDIA_TYPE = new RegExp(
  `^[ \\t]*(${TOKEN}/${TOKEN})((?:[ \\t]*;(?:[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))?)*)[ \\t]*$`,
);
const PARAMETER = new RegExp(`;[ \\t]*(${TOKEN})=(${TOKEN}|${QUOTED})`, 'g');

const JSON_TYPES = new Set(['application/json', 'application/json-rpc', 'application/jsonrequest']);

/**
 * Whether a `content-type` is JSON in UTF-8. Only the exact types are accepted, because a page on
 * another site can send `text/plain` without a preflight request.
 */
export function isJsonMediaType(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  const [, type, parameters = ''] = MEDIA_TYPE.exec(contentType ?? '') ?? [];
  if (type === undefined || !JSON_TYPES.has(type.toLowerCase())) return false;
  return [...parameters.matchAll(PARAMETER)].every(
    ([, name, value]) => name?.toLowerCase() !== 'charset' || isUtf8(value ?? ''),
  );
}

function isUtf8(value: string): boolean {
  const charset = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
  return charset.toLowerCase() === 'utf-8';
}

const EVENT_STREAM = /(?:^|,)[ \t]*text\/event-stream[ \t]*(?:[;,]|$)/i;

/** Whether the client accepts events, by the value of its `accept` header. */
export function acceptsEvents(accept: string | undefined): boolean {
  return accept !== undefined && EVENT_STREAM.test(accept);
}
