import type { ChannelStream } from '../src/index.js';

/** Reads this number of events, and closes the stream. */
export async function collect<Event>(
  stream: ChannelStream<Event>,
  count: number,
): Promise<{ readonly events: Event[]; readonly cursors: string[]; readonly dropped: number[] }> {
  const events: Event[] = [];
  const cursors: string[] = [];
  const dropped: number[] = [];
  if (count > 0) {
    for await (const { event, cursor, dropped: missing } of stream) {
      events.push(event);
      cursors.push(cursor);
      dropped.push(missing);
      if (events.length === count) break;
    }
  }
  stream.close();
  return { events, cursors, dropped };
}

export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
