/** An HTTP request with one JSON-RPC message. */
export interface HttpCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back. */
export interface HttpOutcome {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  /** Whether the response was larger than the page reads. */
  readonly isCut: boolean;
}

const MAX_BYTES = 10_000_000;

/**
 * Sends a request and measures the response.
 *
 * @throws Error with an explanation if no response arrives
 */
export async function sendRequest(call: HttpCall, signal: AbortSignal): Promise<HttpOutcome> {
  const started = performance.now();
  const response = await request(call, signal);
  const { text, bytes, isCut } = await readText(response);
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: performance.now() - started,
    bytes,
    headers: [...response.headers],
    text,
    isCut,
  };
}

async function request({ url, headers, body }: HttpCall, signal: AbortSignal): Promise<Response> {
  const isSameOrigin = new URL(url).origin === location.origin;
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body,
      signal,
      redirect: 'error',
      // Cookies of other sites stay where they are.
      credentials: isSameOrigin ? 'same-origin' : 'omit',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error(explainFailure(url, isSameOrigin, error), { cause: error });
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

interface ReadText {
  readonly text: string;
  readonly bytes: number;
  readonly isCut: boolean;
}

async function readText({ body }: Response): Promise<ReadText> {
  if (body === null) return { text: '', bytes: 0, isCut: false };
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), bytes, isCut: false };
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes <= MAX_BYTES) continue;
    await reader.cancel();
    return { text, bytes, isCut: true };
  }
}
