import { readText, type ReadText } from '../document/read-text.js';

/** An HTTP request with one JSON-RPC message. */
export interface HttpCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An HTTP response, and how long the request has taken. */
export interface HttpOutcome extends ReadText {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [string, string])[];
}

const MAX_BYTES = 10_000_000;

/**
 * Sends a request and measures the response.
 *
 * @throws Error with an explanation if no response arrives
 */
export async function sendRequest(call: HttpCall, signal: AbortSignal): Promise<HttpOutcome> {
  const started = performance.now();
  return readOutcome(await openRequest(call, signal), started);
}

/** Reads a response to the end. */
export async function readOutcome(response: Response, started: number): Promise<HttpOutcome> {
  const body = await readText(response, MAX_BYTES);
  return {
    ...body,
    status: response.status,
    statusText: response.statusText,
    milliseconds: performance.now() - started,
    headers: [...response.headers],
  };
}

/**
 * Sends a request, and returns its response as soon as it begins.
 *
 * @throws Error with an explanation if no response arrives
 */
export async function openRequest(
  { url, headers, body }: HttpCall,
  signal: AbortSignal,
): Promise<Response> {
  const isSameOrigin = new URL(url).origin === location.origin;
  checkHeaders(headers);
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body,
      signal,
      redirect: 'error',
      // Sends no cookies to other origins.
      credentials: isSameOrigin ? 'same-origin' : 'omit',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error(explainFailure(url, isSameOrigin, error), { cause: error });
  }
}

/** @throws Error if HTTP doesn't allow a header. `fetch()` would fail as if the server were unreachable. */
function checkHeaders(headers: HttpCall['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers().set(name, value);
    } catch (cause) {
      throw new Error(`The header ${name} has a name or a value that HTTP doesn’t allow.`, {
        cause,
      });
    }
  }
}

function explainFailure(url: string, isSameOrigin: boolean, error: unknown): string {
  if (isSameOrigin) return `${url} can’t be reached. Is the server running? (${String(error)})`;
  const { origin } = new URL(url);
  return (
    `${origin} can’t be reached, or doesn’t allow calls from this page. A server on another origin ` +
    `has to allow ${location.origin} by CORS. (${String(error)})`
  );
}
