import type { Readable } from 'node:stream';

const MAX_BODY_BYTES = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a body by hand, with its limit, and decodes it. Rejects where it is no UTF-8. */
export function readBytes(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) reject(new RangeError('The body is too large'));
      else chunks.push(chunk);
    });
    stream.on('error', reject);
    stream.on('end', () => {
      try {
        const [first] = chunks;
        resolve(decoder.decode(chunks.length === 1 ? first : Buffer.concat(chunks, length)));
      } catch (error) {
        reject(error);
      }
    });
  });
}
