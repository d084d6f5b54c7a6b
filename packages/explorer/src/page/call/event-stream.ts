import { parseJson } from '../document/json.js';

/** More characters without the end of an event aren't read. */
const MAX_LENGTH = 10_000_000;

/**
 * Reads the messages of an event stream, each of which is the data of one event.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * @throws Error if an event is too long
 */
export async function* readEventStream({ body }: Response): AsyncGenerator<unknown, void> {
  if (body === null) return;
  let unread = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (unread + value).split(/\r?\n\r?\n/);
      unread = events.pop() ?? '';
      if (unread.length > MAX_LENGTH) throw new Error('The server sent an event without end.');
      for (const event of events) {
        const data = Array.from(event.matchAll(/^data: ?(.*)$/gm), ([, line]) => line);
        if (data.length > 0) yield parseJson(data.join('\n'));
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
