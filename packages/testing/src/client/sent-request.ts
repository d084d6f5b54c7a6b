import type { SentRequest } from '../transport/transport.js';

/** Headers by name; `undefined` leaves one out that would be sent otherwise. */
export type TestHeaders = Readonly<Record<string, string | undefined>>;

/** Where a request goes, and with which headers. */
export interface SendOptions {
  /** A path of the app, as `/api/v1/jsonrpc`. Default: the client's. */
  readonly url?: string | undefined;
  /** Beside the client's, and in place of those of the same name. */
  readonly headers?: TestHeaders | undefined;
}

/** A request as it stands. Without `body` and `json` it has no body. */
export interface RawRequest extends SendOptions {
  /** Default: POST. */
  readonly verb?: string | undefined;
  /** The body as it is. */
  readonly body?: string | Uint8Array | undefined;
  /** The body as a value. */
  readonly json?: unknown;
}

/** The request as it is sent; a body is JSON, unless a header says otherwise. */
export function toSentRequest(
  { verb = 'POST', body, json, ...options }: RawRequest,
  url: string,
  clientHeaders: TestHeaders,
): SentRequest {
  const text = body ?? (json === undefined ? undefined : JSON.stringify(json));
  const headers = new Headers(
    text === undefined ? undefined : { 'content-type': 'application/json' },
  );
  for (const [name, value] of Object.entries({ ...clientHeaders, ...options.headers })) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  return {
    verb,
    url: new URL(url, 'http://localhost'),
    headers,
    body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  };
}
