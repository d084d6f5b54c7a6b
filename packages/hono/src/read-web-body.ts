import type { HttpBody } from '@jsonrpc-kit/core/adapter';
import { decodeBody } from '@jsonrpc-kit/node/adapter';

/** Reads a request's stream with a running count of its bytes. Never rejects. */
export async function readWebBody(request: Request, maxBytes: number): Promise<HttpBody> {
  if (Number(request.headers.get('content-length')) > maxBytes) return { kind: 'too-large' };
  try {
    const chunks = await readChunks(request, maxBytes);
    return chunks === undefined ? { kind: 'too-large' } : decodeBody(concat(chunks));
  } catch {
    // The client went away, or somebody else has taken the stream.
    return { kind: 'aborted' };
  }
}

async function readChunks(
  request: Request,
  maxBytes: number,
): Promise<readonly Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = [];
  if (request.body === null) return chunks;
  const reader = request.body.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    length += value.length;
    if (length > maxBytes) {
      // Nobody is told how the rest of it ends.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
