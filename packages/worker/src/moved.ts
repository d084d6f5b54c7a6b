import type { TransferListItem } from 'node:worker_threads';

const moved = new WeakMap<object, readonly TransferListItem[]>();

/**
 * Has an argument or a result moved to the other thread, not copied: for a large buffer that takes no
 * time, and leaves it empty on this side. Of an object with buffers in it, name those to move.
 *
 * ```ts
 * const thumbnail = await shrink(move(pixels));
 * return move({ width, pixels }, [pixels.buffer]);
 * ```
 */
export function move<Value extends ArrayBufferView | ArrayBuffer>(value: Value): Value;
/** Moves the named buffers of an object, and copies the rest of it. */
export function move<Value extends object>(
  value: Value,
  transferList: readonly TransferListItem[],
): Value;
export function move<Value extends object>(
  value: Value,
  transferList: readonly TransferListItem[] = ownMemory(value),
): Value {
  moved.set(value, transferList);
  return value;
}

function ownMemory(value: object): readonly TransferListItem[] {
  const memory = ArrayBuffer.isView(value) ? value.buffer : value;
  // What is shared belongs to both sides anyway.
  return memory instanceof ArrayBuffer ? [memory] : [];
}

/** What of these values is to be moved. */
export function transferListOf(values: readonly unknown[]): TransferListItem[] {
  const list = values.flatMap((value) => moved.get(value as object) ?? []);
  // Two views may be of one buffer, which is moved once.
  return [...new Set(list)];
}
