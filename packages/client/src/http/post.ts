import type { HttpAnswer } from '../errors/response-errors.js';
import { NetworkError, NotSentError, ResponseTooLargeError } from '../errors/transport-errors.js';
import { type HeaderFields, headersOf } from './header-fields.js';
import { readText } from './read-text.js';

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
  /**
   * Redirects are never followed, because the other server would receive the headers. `'manual'` where
   * the runtime rejects `'error'`, as Cloudflare Workers does.
   */
  readonly redirect: 'error' | 'manual';
}

/** `fetch`, or what answers in its place. */
export type Fetch = (url: string, init: FetchInit) => Response | Promise<Response>;

export interface EndpointOptions {
  /** Of the entrypoint. A relative one works where `fetch` takes it, as in browsers. */
  readonly url: string | URL;
  /** Headers of every request, or what gives them: it is called once per HTTP request. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /** Default: the global `fetch`, as it is when a request is made. */
  readonly fetch?: Fetch | undefined;
  /**
   * The largest body of an HTTP response, in bytes after decompression. All calls of a larger one fail
   * with `ResponseTooLargeError`, and its connection is closed. `Infinity` for no limit. Default: 26
   * MiB, which holds every response of a jsonrpc-kit server with its default limits: 25 MiB of results,
   * and the errors of the calls beyond them.
   */
  readonly maxResponseBytes?: number | undefined;
}

/** Where the calls of a client are sent, and how their responses are read. */
export interface Endpoint extends EndpointOptions {
  readonly maxResponseBytes: number;
  readonly redirect: FetchInit['redirect'];
}

/** @throws RangeError where `maxResponseBytes` is not a positive integer or `Infinity` */
export function endpointOf(options: EndpointOptions): Endpoint {
  const { maxResponseBytes = 26 * 1024 * 1024 } = options;
  const isLimit = Number.isSafeInteger(maxResponseBytes) && maxResponseBytes > 0;
  if (!isLimit && maxResponseBytes !== Infinity) {
    throw new RangeError(
      `createClient: maxResponseBytes must be a positive integer, not ${maxResponseBytes}; ` +
        'write Infinity for no limit',
    );
  }
  return { ...options, maxResponseBytes, redirect: redirectMode() };
}

function redirectMode(): FetchInit['redirect'] {
  try {
    const { redirect } = new Request('http://localhost', { redirect: 'error' });
    return redirect === 'error' ? redirect : 'manual';
  } catch {
    return 'manual';
  }
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** An HTTP request to an endpoint. */
export interface OutgoingRequest {
  /** JSON. */
  readonly body: string;
  /** Headers beside those of the endpoint. */
  readonly headers: HeaderFields;
  readonly signal: AbortSignal;
}

/**
 * Posts JSON and reads the answer to its end.
 *
 * @throws NotSentError, NetworkError or ResponseTooLargeError
 */
export async function post(endpoint: Endpoint, request: OutgoingRequest): Promise<HttpAnswer> {
  const { url, fetch = globalThis.fetch, maxResponseBytes, redirect } = endpoint;
  const { body, signal } = request;
  const headers = headersOf(JSON_HEADERS, await resolveHeaders(endpoint.headers), request.headers);
  try {
    // Nobody may be waiting any more when the headers are there.
    signal.throwIfAborted();
    const init: FetchInit = { method: 'POST', headers, body, signal, redirect };
    const response = await fetch(String(url), init);
    return {
      status: response.status,
      headers: response.headers,
      body: await readText(response, maxResponseBytes),
    };
  } catch (cause) {
    if (cause instanceof ResponseTooLargeError) throw cause;
    throw new NetworkError(
      isRedirect(cause)
        ? 'The server redirected the request, which the client does not follow. ' +
            'Create the client with the url that the server redirects to'
        : 'The request failed, or its answer broke off',
      { cause },
    );
  }
}

/** Whether `fetch` failed because of a redirect. Browsers do not say; Node, Deno and Bun do. */
function isRedirect(error: unknown): boolean {
  const errors: readonly unknown[] = error instanceof Error ? [error, error.cause] : [];
  return errors.some((one) => one instanceof Error && /redirect/i.test(one.message));
}

async function resolveHeaders(headers: Endpoint['headers']): Promise<HeaderFields | undefined> {
  try {
    return typeof headers === 'function' ? await headers() : headers;
  } catch (cause) {
    throw new NotSentError("The function that gives the client's headers failed", { cause });
  }
}
