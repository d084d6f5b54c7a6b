import type { BodyLimits, HttpBody } from '@jsonrpc-kit/core/adapter';
import { decodeBody } from '@jsonrpc-kit/node/adapter';
import { readWithin } from './read-within.js';

const TOO_LARGE: HttpBody = { kind: 'too-large' };

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** Reads a request's stream, counting its bytes. Never rejects. */
export async function readWebBody(
  request: Request,
  { maxBytes, timeout }: BodyLimits,
): Promise<HttpBody> {
  if (Number(request.headers.get('content-length')) > maxBytes) return TOO_LARGE;
  let reader: Reader | undefined;
  try {
    reader = request.body?.getReader();
  } catch {
    // Other code has taken the stream.
    return { kind: 'aborted' };
  }
  if (reader === undefined) return decodeBody(new Uint8Array());
  const body = await readWithin(timeout, readChunks(reader, maxBytes));
  // Stops the stream of a body that is not read to its end. How that ends changes nothing.
  if (body.kind === 'too-large' || body.kind === 'timed-out')
    reader.cancel().catch(() => undefined);
  return body;
}

async function readChunks(reader: Reader, maxBytes: number): Promise<HttpBody> {
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

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
