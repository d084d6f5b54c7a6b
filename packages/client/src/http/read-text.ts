import { ResponseTooLargeError } from '../errors/transport-errors.js';

/**
 * Reads the body of a response as UTF-8. The bytes are counted as they arrive, after decompression;
 * beyond the limit the body is canceled, which closes its connection.
 *
 * @throws ResponseTooLargeError
 */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const { body } = response;
  if (!isStream(body)) return readWithoutStream(response, maxBytes);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // How the connection ends does not change the error.
      reader.cancel().catch(() => undefined);
      throw new ResponseTooLargeError(maxBytes);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A response without a body has no stream, nor has any response in React Native. */
function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof (body as Partial<ReadableStream> | null | undefined)?.getReader === 'function';
}

async function readWithoutStream(response: Response, maxBytes: number): Promise<string> {
  const text = await response.text();
  // A text has at least as many bytes as UTF-16 code units.
  if (text.length > maxBytes) throw new ResponseTooLargeError(maxBytes);
  return text;
}
