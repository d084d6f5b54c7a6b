import {
  NetworkError,
  NotSentError,
  type RawHttpResponse,
  ResponseTooLargeError,
} from '../errors/transport-errors.js';
import { type Endpoint, type FetchInit, type HeaderFields, mergeHeaders } from './endpoint.js';

const JSON_TYPE = 'application/json';

/** An HTTP request to an endpoint. */
export interface PostRequest {
  /** JSON. */
  readonly body: string;
  /** Headers in addition to those of the endpoint. */
  readonly headers: HeaderFields;
  readonly signal: AbortSignal;
  /** The media types that the client accepts. Default: JSON. */
  readonly accept?: string | undefined;
}

/**
 * Posts JSON, and returns the response before its body.
 *
 * @throws NotSentError or NetworkError
 */
export async function openResponse(
  endpoint: Endpoint,
  { body, headers: own, signal, accept = JSON_TYPE }: PostRequest,
): Promise<Response> {
  const { url, fetch = globalThis.fetch, redirect } = endpoint;
  const jsonHeaders = { accept, 'content-type': JSON_TYPE };
  const headers = mergeHeaders(jsonHeaders, await resolveHeaders(endpoint.headers), own);
  try {
    // The calls may have been aborted while the headers function ran.
    if (signal.aborted) throw signal.reason;
    const init: FetchInit = { method: 'POST', headers, body, signal, redirect };
    return await fetch(String(url), init);
  } catch (cause) {
    throw networkError(cause);
  }
}

/** @throws NetworkError or ResponseTooLargeError */
export async function readResponse(
  response: Response,
  { maxResponseBytes }: Endpoint,
): Promise<RawHttpResponse> {
  const { status, headers } = response;
  try {
    return { status, headers, body: await readText(response, maxResponseBytes) };
  } catch (cause) {
    throw networkError(cause);
  }
}

/** Returns the error of a call whose HTTP request has failed. */
export function networkError(cause: unknown): NetworkError | ResponseTooLargeError {
  if (cause instanceof ResponseTooLargeError) return cause;
  return new NetworkError(
    isRedirect(cause)
      ? 'The server redirected the request, and the client does not follow redirects. ' +
          'Create the client with the URL that the server redirects to.'
      : 'The request failed, or the connection closed before the end of the response',
    { cause },
  );
}

async function resolveHeaders(headers: Endpoint['headers']): Promise<HeaderFields | undefined> {
  try {
    return typeof headers === 'function' ? await headers() : headers;
  } catch (cause) {
    throw new NotSentError('The headers function of createClient() failed', { cause });
  }
}

/**
 * Whether `fetch` failed because of a redirect. Node, Deno and Bun report it, browsers don't. Other messages
 * contain the name of the host, which may be `redirect.example.com`.
 */
export function isRedirect(error: unknown): boolean {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  return [error, cause].some(
    (one) => one instanceof Error && /(unexpected|encountered) ?redirect/i.test(one.message),
  );
}

/**
 * Reads the body of a response as UTF-8. Counts the bytes as they arrive, after decompression, and
 * cancels the body beyond the limit, which closes the connection.
 *
 * @throws ResponseTooLargeError
 */
async function readText(response: Response, maxBytes: number): Promise<string> {
  // Responses without a body have no stream, and no response in React Native has one.
  const body = response.body as Partial<ReadableStream<Uint8Array>> | null | undefined;
  const reader = body?.getReader?.();
  if (reader === undefined) {
    const whole = await response.text();
    // A text has at least as many bytes as UTF-16 code units.
    if (whole.length > maxBytes) throw new ResponseTooLargeError(maxBytes);
    return whole;
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // The call fails with the same error even if the connection can't be closed.
      reader.cancel().catch(() => undefined);
      throw new ResponseTooLargeError(maxBytes);
    }
    text += decoder.decode(value, { stream: true });
  }
}
