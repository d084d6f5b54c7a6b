import type { Answer } from './answer.js';

export interface RawAnswer {
  readonly answer: Answer;
  /** Where in the received bytes it ends. */
  readonly end: number;
}

export interface RawAnswerOptions {
  /** An answer to HEAD has no body, whatever it announces. */
  readonly isHead: boolean;
  /** Whether nothing more will come. */
  readonly isOver: boolean;
  readonly began: number;
}

const HEAD_END = '\r\n\r\n';

/** The first answer in these bytes (RFC 9112), or undefined while it is not complete. */
export function readRawAnswer(received: Buffer, options: RawAnswerOptions): RawAnswer | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const bodyStart = headEnd + HEAD_END.length;
  // An interim answer, as "100 Continue", is followed by the one that counts.
  if (status >= 100 && status < 200) {
    const next = readRawAnswer(received.subarray(bodyStart), options);
    return next && { ...next, end: next.end + bodyStart };
  }
  const headers = readHeaders(lines);
  const hasBody = !options.isHead && status !== 204 && status !== 304;
  const content = hasBody
    ? readContent(received.subarray(bodyStart), headers, options.isOver)
    : { bytes: Buffer.alloc(0), end: 0 };
  if (content === undefined) return undefined;
  const bytes = new Uint8Array(content.bytes);
  const took = performance.now() - options.began;
  const answer = { status, headers, bytes, text: new TextDecoder().decode(bytes), took };
  return { answer, end: bodyStart + content.end };
}

function readHeaders(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

interface Content {
  readonly bytes: Buffer;
  readonly end: number;
}

function readContent(rest: Buffer, headers: Headers, isOver: boolean): Content | undefined {
  if (/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')) return readChunks(rest);
  const length = headers.get('content-length');
  // Without a length, the end of the connection is the end of the body.
  if (length === null) return isOver ? { bytes: rest, end: rest.length } : undefined;
  const end = Number(length);
  return rest.length < end ? undefined : { bytes: rest.subarray(0, end), end };
}

function readChunks(rest: Buffer): Content | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    if (size === 0) return readTrailers(rest, lineEnd, Buffer.concat(chunks));
    const start = lineEnd + 2;
    // A size that is no number never comes to an end, so the answer is never complete.
    if (!(rest.length >= start + size + 2)) return undefined;
    chunks.push(rest.subarray(start, start + size));
    at = start + size + 2;
  }
}

/** Trailer fields are passed over, up to the empty line. */
function readTrailers(rest: Buffer, lineEnd: number, bytes: Buffer): Content | undefined {
  const trailersEnd = rest.indexOf(HEAD_END, lineEnd);
  return trailersEnd === -1 ? undefined : { bytes, end: trailersEnd + HEAD_END.length };
}
