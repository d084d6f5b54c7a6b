import type { Problem } from './problem.js';

/** A body as a whole: one item, several, or something that is refused before any item is looked at. */
export type Message =
  | { readonly kind: 'single'; readonly item: unknown }
  | { readonly kind: 'batch'; readonly items: readonly unknown[] }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** A message whose items are handled, each as a call. */
export type Calls = Exclude<Message, { kind: 'refused' }>;

export interface MessageLimits {
  readonly maxBatchSize: number;
  /** A method's own route takes no batches. */
  readonly takesBatches: boolean;
}

/** JSON-RPC 2.0, section 6: an array is a batch, and an empty one is invalid as a whole. */
export function parseMessage(
  value: unknown,
  { maxBatchSize, takesBatches }: MessageLimits,
): Message {
  if (!Array.isArray(value)) return { kind: 'single', item: value };
  if (!takesBatches) return refused('A method of its own route takes no batch', 'batch');
  if (value.length === 0) return refused('A batch must not be empty', 'empty_batch');
  if (value.length > maxBatchSize) {
    return refused(`A batch may hold at most ${maxBatchSize} requests`, 'batch_too_large');
  }
  return { kind: 'batch', items: value };
}

function refused(msg: string, type: string): Message {
  return { kind: 'refused', problem: { loc: [], msg, type } };
}
