import type { HttpResponse, HttpRequest } from '@jsonrpc-kit/core/adapter';

/** Something to serve that changes with the application only. */
export interface PageContent {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** A strong entity tag, in its quotes. */
  readonly etag: string;
  readonly headers?: readonly (readonly [string, string])[];
}

/**
 * The content, or 304 where the client has it already. Clients ask each time, since a new release
 * of the application may bring another.
 */
export function answerWithContent(request: HttpRequest, content: PageContent): HttpResponse {
  const { body, contentType, etag, headers = [] } = content;
  const isKnown = matches(request.header('if-none-match'), etag);
  return {
    status: isKnown ? 304 : 200,
    body: isKnown ? undefined : body,
    contentType: isKnown ? undefined : contentType,
    headers: [
      ['etag', etag],
      ['cache-control', 'no-cache'],
      ['x-content-type-options', 'nosniff'],
      ...headers,
    ],
    onSent: undefined,
  };
}

/** RFC 9110, 13.1.2: the tags are compared weakly, as a proxy that compresses makes them weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
