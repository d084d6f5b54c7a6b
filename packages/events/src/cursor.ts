/** Where an event is in the history of its key. */
export interface Position {
  /** The number of the event. The first event of a key has the number 1, and numbers have no gaps. */
  readonly seq: number;
  /**
   * Distinguishes the event from another one with the same number, which a store contains that was emptied
   * or restored from a backup.
   */
  readonly mark: string;
}

/** The mark of an event that this process has skipped without reading it. No cursor has it. */
export const UNKNOWN_MARK = '';

/** The position before the first event. */
export const START: Position = { seq: 0, mark: '' };

const CURSOR = /^([1-9a-z][\da-z]{0,10})\.([\w-]{1,32})$/;

/** Returns the text that clients send to continue after an event. */
export function formatCursor({ seq, mark }: Position): string {
  return `${seq.toString(36)}.${mark}`;
}

/** Returns the position of a cursor; undefined if the text isn't one. */
export function parseCursor(cursor: string): Position | undefined {
  const [, seq, mark] = CURSOR.exec(cursor) ?? [];
  if (seq === undefined || mark === undefined) return undefined;
  const parsed = Number.parseInt(seq, 36);
  return Number.isSafeInteger(parsed) ? { seq: parsed, mark } : undefined;
}
