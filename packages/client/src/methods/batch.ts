import type { Call } from '../call.js';
import { type Outcome, resultOf } from '../protocol/outcome.js';
import type { CallRequest } from '../protocol/outgoing-call.js';
import type { SafeResult } from '../safe.js';
import type { CallOptions, Transmit } from '../sending/transmitter.js';

/** A call that is made as part of a batch: it is sent where it stands in the array. */
export interface BatchItem<out Result = unknown, out Failure = unknown> extends CallRequest {
  /** Types only; never there at run time. */
  readonly '~types'?: { readonly result: Result; readonly failure: Failure } | undefined;
}

type ItemResult<Item> = Item extends BatchItem<infer Result> ? Result : never;
type ItemFailure<Item> = Item extends BatchItem<unknown, infer Failure> ? Failure : never;

/** The results of a batch, in the order of its items. */
export type BatchResults<Items> = { -readonly [Index in keyof Items]: ItemResult<Items[Index]> };

/** The ends of a batch's items, in their order. */
export type BatchOutcomes<Items> = {
  -readonly [Index in keyof Items]: SafeResult<ItemResult<Items[Index]>, ItemFailure<Items[Index]>>;
};

/** Makes several calls as one JSON-RPC batch. No calls are no request. */
export interface Batch<Builder> {
  /**
   * Rejects with the first error, in the order of the items. The others have been run all the same:
   * a batch is no transaction.
   *
   * ```ts
   * const [accounts, { balance }] = await bank.$batch((b) => [b.listAccounts(), b.deposit(params)]);
   * ```
   */
  <const Items extends readonly BatchItem[]>(
    build: (batch: Builder) => Items,
    options?: CallOptions,
  ): Call<BatchResults<Items>, ItemFailure<Items[number]>>;

  /** Gives how each item ended, as `safe` does. Only an error that `build` throws rejects it. */
  readonly safe: <const Items extends readonly BatchItem[]>(
    build: (batch: Builder) => Items,
    options?: CallOptions,
  ) => Promise<BatchOutcomes<Items>>;
}

type Build = (builder: object) => readonly BatchItem[];

/** What {@link Batch} says at run time. `builder` makes the items. */
export function batchVerb(transmit: Transmit, builder: object): object {
  async function safe(build: Build, options?: CallOptions): Promise<readonly Outcome[]> {
    const items = build(builder);
    return items.length === 0 ? [] : transmit('batch', items, options);
  }
  async function batch(build: Build, options?: CallOptions): Promise<readonly unknown[]> {
    return (await safe(build, options)).map(resultOf);
  }
  return Object.assign(batch, { safe });
}
