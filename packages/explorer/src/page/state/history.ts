import { isObject } from '@jsonrpc-kit/openrpc';

/** A call that was sent, without its headers, which may be credentials. */
export interface HistoryEntry {
  readonly at: number;
  readonly methodId: string;
  readonly kind: 'call' | 'notification' | 'batch';
  /** The JSON text of the params, or the calls of a batch. */
  readonly params: string;
  /** The outcome of the call, in a few words. */
  readonly outcome: string;
  readonly isError: boolean;
  readonly status: number | undefined;
  readonly milliseconds: number | undefined;
}

const MAX_ENTRIES = 50;
const MAX_LENGTH = 20_000;

/** Adds an entry before the others, and removes the oldest ones. */
export function addEntry(
  entries: readonly HistoryEntry[],
  entry: HistoryEntry,
): readonly HistoryEntry[] {
  // The params of a very large call can't be restored.
  const kept = entry.params.length > MAX_LENGTH ? { ...entry, params: '' } : entry;
  return [kept, ...entries].slice(0, MAX_ENTRIES);
}

export function isHistory(value: unknown): value is readonly HistoryEntry[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_ENTRIES &&
    value.every(
      (one) =>
        isObject(one) &&
        typeof one['at'] === 'number' &&
        typeof one['methodId'] === 'string' &&
        typeof one['kind'] === 'string' &&
        typeof one['params'] === 'string' &&
        typeof one['outcome'] === 'string',
    )
  );
}
