export interface ReadText {
  readonly text: string;
  readonly bytes: number;
  /** Whether the body is longer than the text. */
  readonly isTruncated: boolean;
}

/** Reads the body of a response, up to about a number of bytes. */
export async function readText({ body }: Response, maxBytes: number): Promise<ReadText> {
  if (body === null) return { text: '', bytes: 0, isTruncated: false };
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), bytes, isTruncated: false };
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes <= maxBytes) continue;
    await reader.cancel();
    return { text, bytes, isTruncated: true };
  }
}
