/** An HTTP response to a request of a case. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it was received. */
  readonly bytes: Uint8Array;
  /** The body decoded as UTF-8. */
  readonly text: string;
  /** The time from sending the request to the end of the response. */
  readonly milliseconds: number;
  /** Whether the server announces that it closes the connection. Only known on a connection. */
  readonly announcesClose?: boolean;
}

/** Completes a response that began at `start`, as measured by `performance.now()`. */
export function receivedResponse(
  head: Pick<ReceivedResponse, 'status' | 'headers'>,
  bytes: Uint8Array,
  start: number,
): ReceivedResponse {
  const { status, headers } = head;
  const text = new TextDecoder().decode(bytes);
  return { status, headers, bytes, text, milliseconds: performance.now() - start };
}

/** Returns the value of a JSON body, or undefined if the body is not JSON. */
export function jsonOf({ text }: ReceivedResponse): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** A response that was read from a connection. */
export interface ParsedResponse {
  readonly response: ReceivedResponse;
  /** Index of the first byte after the response. */
  readonly end: number;
}

export interface ParseOptions {
  /** Whether the request was HEAD, so that the response has no body. */
  readonly isHead: boolean;
  /** Whether the server has closed the connection. */
  readonly hasEnded: boolean;
  /** When the request was sent, as measured by `performance.now()`. */
  readonly start: number;
}

const HEAD_END = '\r\n\r\n';

/** Parses the first response (RFC 9112), or returns undefined if it is not complete yet. */
export function parseResponse(received: Buffer, options: ParseOptions): ParsedResponse | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const bodyStart = headEnd + HEAD_END.length;
  const rest = received.subarray(bodyStart);
  // The final response follows an interim one, such as "100 Continue".
  if (status >= 100 && status < 200) {
    const next = parseResponse(rest, options);
    return next && { ...next, end: next.end + bodyStart };
  }
  const headers = parseHeaders(lines);
  const hasBody = !options.isHead && status !== 204 && status !== 304;
  const body = hasBody
    ? parseBody(rest, headers, options.hasEnded)
    : { bytes: rest.subarray(0, 0), end: 0 };
  if (body === undefined) return undefined;
  const response = {
    ...receivedResponse({ status, headers }, new Uint8Array(body.bytes), options.start),
    announcesClose: announcesClose(statusLine, headers),
  };
  return { response, end: bodyStart + body.end };
}

/** A server of HTTP/1.0 closes the connection unless it says otherwise (RFC 9112, section 9.3). */
function announcesClose(statusLine: string, headers: Headers): boolean {
  const connection = headers.get('connection') ?? '';
  if (/\bclose\b/i.test(connection)) return true;
  return statusLine.startsWith('HTTP/1.0') && !/\bkeep-alive\b/i.test(connection);
}

function parseHeaders(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

interface Body {
  readonly bytes: Buffer;
  readonly end: number;
}

function parseBody(rest: Buffer, headers: Headers, hasEnded: boolean): Body | undefined {
  if (/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')) return parseChunks(rest);
  const length = headers.get('content-length');
  if (length === null) return hasEnded ? { bytes: rest, end: rest.length } : undefined;
  const end = Number(length);
  return rest.length < end ? undefined : { bytes: rest.subarray(0, end), end };
}

function parseChunks(rest: Buffer): Body | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    if (size === 0) {
      // Trailer fields may follow the last chunk.
      const trailersEnd = rest.indexOf(HEAD_END, lineEnd);
      if (trailersEnd === -1) return undefined;
      return { bytes: Buffer.concat(chunks), end: trailersEnd + HEAD_END.length };
    }
    const start = lineEnd + 2;
    // Also true if the size is NaN: the response is never complete.
    if (!(rest.length >= start + size + 2)) return undefined;
    chunks.push(rest.subarray(start, start + size));
    at = start + size + 2;
  }
}
