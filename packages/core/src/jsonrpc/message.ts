import type { Problem } from './problem.js';

/** A body as a whole: one item, several, or something that is refused before any item is looked at. */
export type Message =
  | { readonly kind: 'single'; readonly item: unknown }
  | { readonly kind: 'batch'; readonly items: readonly unknown[] }
  | { readonly kind: 'rejected'; readonly problem: Problem };

/** A message whose items are handled, each as a call. */
export type Calls = Exclude<Message, { kind: 'rejected' }>;

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
  if (!takesBatches) return rejected('A method of its own route takes no batch', 'batch');
  if (value.length === 0) return rejected('A batch must not be empty', 'empty_batch');
  if (value.length > maxBatchSize) {
    return rejected(`A batch may hold at most ${maxBatchSize} requests`, 'batch_too_large');
  }
  return { kind: 'batch', items: value };
}

function rejected(msg: string, type: string): Message {
  return { kind: 'rejected', problem: { loc: [], msg, type } };
}

const BYTE_ORDER_MARK = 0xfeff;

/** Reads a body's text. One byte order mark before the JSON is accepted; a second one is not. */
export function readJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    const json = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
    return { ok: true, value: JSON.parse(json) as unknown };
  } catch {
    return { ok: false };
  }
}
