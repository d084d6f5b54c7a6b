import { NotSentError } from '../errors/transport-errors.js';

/** HTTP headers: a record, a `Headers` or a `Map`. Headers whose value is undefined are omitted. */
export type HeaderFields =
  | Readonly<Record<string, string | undefined>>
  | Iterable<readonly [name: string, value: string | undefined]>;

/** The second argument of {@link Fetch}. */
export interface FetchInit {
  /** Always POST. */
  readonly method: 'POST';
  /** All headers of the request, including `content-type`. */
  readonly headers: Headers;
  /** The request or batch as JSON. */
  readonly body: string;
  /** Aborts the HTTP request when all its calls were aborted or timed out. */
  readonly signal: AbortSignal;
  /**
   * The client never follows redirects, because the other server would receive the headers. `'manual'`
   * on runtimes that don't support `'error'`, such as Cloudflare Workers.
   */
  readonly redirect: 'error' | 'manual';
}

/** `fetch`, or a function that replaces it. */
export type Fetch = (url: string, init: FetchInit) => Response | Promise<Response>;

export interface EndpointOptions {
  /** The URL of the entrypoint. Relative URLs work where `fetch` accepts them, as in browsers. */
  readonly url: string | URL;
  /** Headers of every request, or a function that is called once per HTTP request and returns them. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>) | undefined;
  /** Sends the HTTP requests. Default: the global `fetch` at the time of the request. */
  readonly fetch?: Fetch | undefined;
  /**
   * The largest body of an HTTP response, in bytes after decompression. If a response is larger, the
   * client closes the connection and all calls of the HTTP request fail with `ResponseTooLargeError`.
   * `Infinity` disables the limit. Default: 26 MiB, enough for every response of a jsonrpc-kit server
   * with its default limits (25 MiB of results and the errors of the calls beyond them).
   */
  readonly maxResponseBytes?: number | undefined;
}

/** The server of a client and how to read its responses. */
export interface Endpoint extends EndpointOptions {
  readonly maxResponseBytes: number;
  readonly redirect: FetchInit['redirect'];
}

/**
 * Applies the defaults of the options.
 *
 * @throws RangeError if `maxResponseBytes` is neither a positive integer nor `Infinity`
 */
export function resolveEndpoint(options: EndpointOptions): Endpoint {
  const { maxResponseBytes = 26 * 1024 * 1024 } = options;
  const isLimit = Number.isSafeInteger(maxResponseBytes) && maxResponseBytes > 0;
  if (!isLimit && maxResponseBytes !== Infinity) {
    throw new RangeError(
      `createClient(): maxResponseBytes must be a positive integer, not ${maxResponseBytes}. ` +
        'Use Infinity for no limit.',
    );
  }
  return { ...options, maxResponseBytes, redirect: supportedRedirectMode() };
}

function supportedRedirectMode(): FetchInit['redirect'] {
  try {
    const { redirect } = new Request('http://localhost', { redirect: 'error' });
    return redirect === 'error' ? redirect : 'manual';
  } catch {
    return 'manual';
  }
}

/**
 * Merges headers. Later ones replace earlier ones of the same name.
 *
 * @throws NotSentError if a name or a value is not valid in HTTP
 */
export function mergeHeaders(...parts: readonly (HeaderFields | undefined)[]): Headers {
  const headers = new Headers();
  try {
    for (const part of parts) {
      for (const [name, value] of entriesOf(part)) {
        if (value !== undefined) headers.set(name, value);
      }
    }
  } catch (cause) {
    throw new NotSentError('A header has an invalid name or value', { cause });
  }
  return headers;
}

function entriesOf(fields: HeaderFields = {}): Iterable<readonly [string, string | undefined]> {
  return Symbol.iterator in fields ? fields : Object.entries(fields);
}
