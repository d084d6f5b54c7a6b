import type { HttpAnswer } from '../errors/response-errors.js';
import { NetworkError, NotSentError } from '../errors/transport-errors.js';
import { type HeaderFields, headersOf } from './header-fields.js';

/** What `fetch` is called with. */
export interface FetchInit {
  /** Always POST. */
  readonly method: 'POST';
  /** All of them, `content-type` too. */
  readonly headers: Headers;
  /** JSON. */
  readonly body: string;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** `fetch`, or what answers in its place. */
export type Fetch = (url: string, init: FetchInit) => Response | Promise<Response>;

export interface Endpoint {
  /** Of the entrypoint. A relative one works where `fetch` takes it, as in browsers. */
  readonly url: string | URL;
  /** Headers of every request, or what gives them: it is called once per HTTP request. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /** Default: the global `fetch`, as it is when a request is made. */
  readonly fetch?: Fetch | undefined;
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/**
 * Posts JSON and reads the answer to its end.
 *
 * @throws NotSentError or NetworkError
 */
export async function post(
  { url, headers, fetch = globalThis.fetch }: Endpoint,
  body: string,
  fields: HeaderFields,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const all = headersOf(JSON_HEADERS, await resolveHeaders(headers), fields);
  try {
    // Nobody may be waiting any more when the headers are there.
    signal.throwIfAborted();
    const response = await fetch(String(url), { method: 'POST', headers: all, body, signal });
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (cause) {
    throw new NetworkError('The request failed, or its answer broke off', { cause });
  }
}

async function resolveHeaders(headers: Endpoint['headers']): Promise<HeaderFields | undefined> {
  try {
    return typeof headers === 'function' ? await headers() : headers;
  } catch (cause) {
    throw new NotSentError("The function that gives the client's headers failed", { cause });
  }
}
