import { settlesWithin } from '../async/timers.js';
import type { BodyLimits, HttpBody } from './http-request.js';

const TOO_LARGE: HttpBody = { kind: 'too-large' };
const TIMED_OUT: HttpBody = { kind: 'timed-out' };
const ABORTED: HttpBody = { kind: 'aborted' };

/** Keeps a byte order mark, which `readJson()` handles. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a complete body. */
export function decodeBody(bytes: Uint8Array): HttpBody {
  try {
    return { kind: 'text', text: decoder.decode(bytes), byteLength: bytes.length };
  } catch {
    return { kind: 'not-utf-8' };
  }
}

/**
 * Reads the stream of a web request and counts its bytes. Doesn't read a body whose `content-length`
 * exceeds `maxBytes`. Cancels a body that turns out to be larger, or doesn't arrive in time. Never
 * rejects.
 */
export async function readWebBody(request: Request, limits: BodyLimits): Promise<HttpBody> {
  const { maxBytes, timeout } = limits;
  if (Number(request.headers.get('content-length')) > maxBytes) return TOO_LARGE;
  if (request.bodyUsed) return ABORTED;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    reader = request.body?.getReader();
  } catch {
    // Other code is reading the stream.
    return ABORTED;
  }
  if (reader === undefined) return decodeBody(new Uint8Array());
  const body = await readWithin(timeout, readChunks(reader, maxBytes));
  if (body === TOO_LARGE || body === TIMED_OUT) reader.cancel().catch(() => undefined);
  return body;
}

/** Decodes a body that other code is reading or has read. Never rejects. */
export function decodeBuffer(buffer: Promise<ArrayBuffer>, limits: BodyLimits): Promise<HttpBody> {
  const { maxBytes, timeout } = limits;
  const body = buffer.then((bytes) =>
    bytes.byteLength > maxBytes ? TOO_LARGE : decodeBody(new Uint8Array(bytes)),
  );
  return readWithin(timeout, body);
}

async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<HttpBody> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return decodeBody(concat(chunks, length));
    length += value.length;
    if (length > maxBytes) return TOO_LARGE;
    chunks.push(value);
  }
}

/** Joins chunks that together have this length. A single one isn't copied. */
export function concat<Chunk extends Uint8Array>(
  chunks: readonly Chunk[],
  length: number,
): Chunk | Uint8Array<ArrayBuffer> {
  if (chunks[0]?.length === length) return chunks[0];
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/**
 * Returns the body, `'timed-out'` if it takes longer than `timeout` milliseconds, or `'aborted'` if
 * reading fails because the client has disconnected or other code is reading the body.
 */
async function readWithin(timeout: number, body: Promise<HttpBody>): Promise<HttpBody> {
  try {
    const isInTime = timeout === Infinity || (await settlesWithin(body, timeout));
    return isInTime ? await body : TIMED_OUT;
  } catch {
    return ABORTED;
  }
}
