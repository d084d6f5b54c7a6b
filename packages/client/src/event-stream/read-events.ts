import { ResponseTooLargeError } from '../errors/transport-errors.js';

/** Limits of {@link readEvents}. */
export interface EventReading {
  /** The largest event, in bytes. */
  readonly maxBytes: number;
  /** Called whenever something has arrived. */
  readonly onActivity: () => void;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * Yields the data of the server-sent events in a response (HTML standard, section 9.2.6). Ignores comments
 * and all other fields.
 *
 * @throws ResponseTooLargeError if an event is too large
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { maxBytes, onActivity, signal }: EventReading,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  // Closes the connection. Node 20 and 22 may collect what an aborted `fetch()` needs to do it.
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  // A custom `fetch` may ignore the signal, and respond after the abort.
  if (signal.aborted) cancel();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onActivity();
      // Splitting only what has arrived keeps the time proportional to the length of a line.
      const [first = '', ...others] = decoder.decode(value, { stream: true }).split('\n');
      const lines = [rest + first, ...others];
      rest = lines.pop() ?? '';
      for (const ended of lines) {
        const line = ended.replace(/\r$/, '');
        if (line.startsWith('data:')) {
          data.push(line.slice(5).replace(/^ /, ''));
          size += line.length;
        } else if (line === '' && data.length > 0) {
          yield data.join('\n');
          data = [];
          size = 0;
        }
      }
      // A text has at least as many bytes as UTF-16 code units.
      if (size + rest.length > maxBytes) throw new ResponseTooLargeError(maxBytes);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
