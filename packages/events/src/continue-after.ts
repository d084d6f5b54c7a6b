import { type Position, UNKNOWN_MARK } from './cursor.js';
import type { HistoryPage, StoredEvent } from './store.js';

/** Whether the events after a position are still there. */
export type Continuation =
  | {
      readonly kind: 'events';
      readonly events: readonly StoredEvent[];
      /** Whether there may be more events than were read. */
      readonly hasMore: boolean;
    }
  | {
      readonly kind: 'lost';
      readonly oldest: Position | undefined;
      readonly newest: Position | undefined;
    };

/**
 * Finds the events after a position.
 *
 * @param page begins with the event at the position if it is still there
 * @param isTrusted whether this process has got the position from the store itself. A cursor of a client may
 *   come from before the store was emptied or restored, so its event must still be there, or be the newest.
 */
export function continueAfter(
  position: Position,
  { oldest, newest, events }: HistoryPage,
  isTrusted: boolean,
): Continuation {
  const [first] = events;
  const isEqual = (other: Position | undefined): boolean =>
    other?.seq === position.seq &&
    (other.mark === position.mark || (isTrusted && position.mark === UNKNOWN_MARK));
  const found = (after: readonly StoredEvent[]): Continuation => ({
    kind: 'events',
    events: after,
    hasMore: after.length > 0 && after.at(-1)?.seq !== newest?.seq,
  });
  if (isEqual(first)) return found(events.slice(1));
  if (isEqual(newest)) return found([]);
  const isStart = position.seq === 0;
  if (isStart && newest === undefined) return found([]);
  // The event at the position has expired, but no other one.
  const isNext = first !== undefined && first.seq === position.seq + 1;
  return (isTrusted || isStart) && isNext ? found(events) : { kind: 'lost', oldest, newest };
}
