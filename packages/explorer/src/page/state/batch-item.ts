import { isObject } from '@jsonrpc-kit/openrpc';

/** A call that waits in the batch builder. */
export interface BatchItem {
  readonly key: string;
  readonly methodId: string;
  readonly params: string;
  readonly isNotification: boolean;
  /** Sent only if the method is idempotent. */
  readonly idempotencyKey: string;
}

type CallInBatch = Pick<BatchItem, 'methodId' | 'params' | 'isNotification'>;

export function createBatchItem(call: CallInBatch): BatchItem {
  return { ...call, key: newKey(), idempotencyKey: newKey() };
}

/** Changes a call. It gets a new idempotency key, as another call with the same key is a conflict. */
export function changeBatchItem(item: BatchItem, change: Partial<CallInBatch>): BatchItem {
  return { ...item, ...change, idempotencyKey: newKey() };
}

const TEXTS = ['key', 'methodId', 'params', 'idempotencyKey'] as const;

export function isBatch(value: unknown): value is readonly BatchItem[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isObject(one) &&
        TEXTS.every((name) => typeof one[name] === 'string') &&
        typeof one['isNotification'] === 'boolean',
    )
  );
}

/** Returns a text that identifies a call. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
