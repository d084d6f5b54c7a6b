import { isObject } from '../options/describe-value.js';
import type { Problem } from './problem.js';

/** A parsed body: a single item, a batch of items, or a rejection of the whole body. */
export type Message =
  | { readonly kind: 'single'; readonly item: unknown }
  | { readonly kind: 'batch'; readonly items: readonly unknown[] }
  | { readonly kind: 'rejected'; readonly problem: Problem };

/** A message that isn't rejected. Each item is handled as a call. */
export type Calls = Exclude<Message, { kind: 'rejected' }>;

export interface MessageLimits {
  readonly maxBatchSize: number;
  /** False on the route of a method. */
  readonly allowsBatches: boolean;
}

/** Distinguishes single requests from batches (JSON-RPC 2.0, section 6). */
export function parseMessage(
  value: unknown,
  { maxBatchSize, allowsBatches }: MessageLimits,
): Message {
  if (!Array.isArray(value)) return { kind: 'single', item: value };
  if (!allowsBatches) return rejected('The route of a method does not accept batches', 'batch');
  if (value.length === 0) return rejected('A batch must not be empty', 'empty_batch');
  if (value.length > maxBatchSize) {
    return rejected(`A batch may contain at most ${maxBatchSize} requests`, 'batch_too_large');
  }
  return { kind: 'batch', items: value };
}

function rejected(msg: string, type: string): Message {
  return { kind: 'rejected', problem: { loc: [], msg, type } };
}

/**
 * Returns the names of the methods that the items call, in order. Leaves out items without a name, which
 * are invalid.
 *
 * @param pathMethod the name of the method if the request came through its route
 */
export function namesOf(calls: Calls, pathMethod: string | undefined): readonly string[] {
  const items = calls.kind === 'single' ? [calls.item] : calls.items;
  const names = items.map((item) =>
    isObject(item) && item['method'] !== undefined ? item['method'] : pathMethod,
  );
  return Object.freeze(names.filter((name) => typeof name === 'string'));
}

const BYTE_ORDER_MARK = 0xfeff;

/** Parses the text of a body, which may start with a byte order mark. */
export function readJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    const json = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
    return { ok: true, value: JSON.parse(json) as unknown };
  } catch {
    return { ok: false };
  }
}
