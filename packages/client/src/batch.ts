import { type Call, type Outcome, type SafeResult, unwrapOutcome } from './call.js';
import type { CallRequest } from './jsonrpc/messages.js';
import type { CallOptions, SendCalls } from './sending/send-calls.js';

/** A call in a batch. It is sent only if it is in the array that the batch function returns. */
export interface BatchItem<out Result = unknown, out Failure = unknown> extends CallRequest {
  /** For the compiler only. The property does not exist at run time. */
  readonly '~types'?: { readonly result: Result; readonly failure: Failure } | undefined;
}

type ItemResult<Item> = Item extends BatchItem<infer Result> ? Result : never;
type ItemFailure<Item> = Item extends BatchItem<unknown, infer Failure> ? Failure : never;

/** The results of a batch, in the order of its items. */
export type BatchResults<Items> = { -readonly [Index in keyof Items]: ItemResult<Items[Index]> };

/** The result or the error of each item of a batch, in the order of the items. */
export type SafeBatchResults<Items> = {
  -readonly [Index in keyof Items]: SafeResult<ItemResult<Items[Index]>, ItemFailure<Items[Index]>>;
};

/** Sends several calls as one JSON-RPC batch. A batch without items sends no request. */
export interface Batch<Builder> {
  /**
   * Resolves to the results in the order of the items. Rejects with the error of the first item that
   * failed; the server runs the other items anyway, because a batch is not a transaction, unless its
   * entrypoint has `batch: 'atomic'`.
   *
   * ```ts
   * const [accounts, { balance }] = await bank.$batch((b) => [b.listAccounts(), b.deposit(params)]);
   * ```
   */
  <const Items extends readonly BatchItem[]>(
    build: (batch: Builder) => Items,
    options?: CallOptions,
  ): Call<BatchResults<Items>, ItemFailure<Items[number]>>;

  /** Resolves to the result or the error of each item. Rejects only if `build` throws. */
  readonly safe: <const Items extends readonly BatchItem[]>(
    build: (batch: Builder) => Items,
    options?: CallOptions,
  ) => Promise<SafeBatchResults<Items>>;
}

type Build = (builder: object) => readonly BatchItem[];

/** Returns the untyped implementation of {@link Batch}. */
export function createBatch(send: SendCalls, builder: object): object {
  async function safe(build: Build, options?: CallOptions): Promise<readonly Outcome[]> {
    const items = build(builder);
    return items.length === 0 ? [] : send('batch', items, options);
  }
  async function batch(build: Build, options?: CallOptions): Promise<readonly unknown[]> {
    return (await safe(build, options)).map(unwrapOutcome);
  }
  return Object.assign(batch, { safe });
}
