import type { TransferListItem } from 'node:worker_threads';

const transferLists = new WeakMap<object, readonly TransferListItem[]>();

/**
 * Marks an argument or a result to be moved to the other thread instead of copied. Moving takes no
 * time, even for a large buffer. Afterwards, the buffer is empty on this side. For an object that
 * contains buffers, pass the buffers to move as the second argument.
 *
 * ```ts
 * const thumbnail = await shrink(move(pixels));
 * return move({ width, pixels }, [pixels.buffer]);
 * ```
 */
export function move<Value extends ArrayBufferView | ArrayBuffer>(value: Value): Value;
/** Moves the given buffers of an object and copies the rest of it. */
export function move<Value extends object>(
  value: Value,
  transferList: readonly TransferListItem[],
): Value;
export function move<Value extends object>(
  value: Value,
  transferList: readonly TransferListItem[] = bufferOf(value),
): Value {
  transferLists.set(value, transferList);
  return value;
}

function bufferOf(value: object): readonly TransferListItem[] {
  const memory = ArrayBuffer.isView(value) ? value.buffer : value;
  // A SharedArrayBuffer can't be moved, and doesn't need to be, because both sides share it.
  return memory instanceof ArrayBuffer ? [memory] : [];
}

/** Returns the buffers to move with these values. */
export function transferListOf(values: readonly unknown[]): TransferListItem[] {
  const list = values.flatMap((value) => transferLists.get(value as object) ?? []);
  // Several views can share a buffer, which can be moved only once.
  return [...new Set(list)];
}
