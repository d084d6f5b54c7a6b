import { deepEqual, ok } from 'node:assert/strict';

/** Where a key is used. */
export interface Scope {
  readonly caller: 'ann' | 'bob';
  readonly method: 'add' | 'addNow';
  readonly key: 'a' | 'b';
}

/** The calls that may be sent with the same key. They differ in their params or their form. */
export const variants = ['call', 'other params', 'typed error', 'notification'] as const;
/** One of the {@link variants}. */
export type Variant = (typeof variants)[number];

/** A call that is sent. */
export interface Sent {
  readonly scope: Scope;
  readonly variant: Variant;
}

/** Each scope and variant has its own amount, so that a written amount shows who wrote it. */
export function amountOf({ scope: { caller, method, key }, variant }: Sent): number {
  const index = [caller === 'bob', method === 'addNow', key === 'b'].reduce(
    (sum, bit) => sum * 2 + Number(bit),
    0,
  );
  const amount = 10 * (index + 1) + variants.indexOf(variant);
  return variant === 'typed error' ? -100_000 - amount : amount;
}

/** A decoded response. */
export interface Response {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

const CONFLICT = -32010;
const NOT_ENOUGH = 6001;

/** The model of one key: once a response is known, it is the only one. */
class KeyModel {
  readonly scope: Scope;
  #winner: { readonly variant: Variant; readonly outcome: string } | undefined;
  readonly #losers = new Set<Variant>();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Compares a response with the model, and adds it to the model. */
  observe(variant: Variant, { result, error }: Response): void {
    if (result !== undefined || error?.code === NOT_ENOUGH) {
      const outcome = JSON.stringify(result ?? error);
      deepEqual({ variant, outcome }, (this.#winner ??= { variant, outcome }));
    } else if (error?.code === CONFLICT) {
      this.#losers.add(variant);
    }
    ok(
      this.#winner === undefined || !this.#losers.has(this.#winner.variant),
      'the winner conflicts',
    );
  }

  /** Checks the amounts that the calls with the key have written, once all responses are known. */
  check(written: readonly number[]): void {
    const own = variants.map((variant) => amountOf({ scope: this.scope, variant }));
    const amounts = written.filter((amount) => own.includes(amount));
    // If every call conflicts, a notification has won.
    const variant = this.#winner?.variant ?? 'notification';
    const expected = variant === 'typed error' ? [] : [amountOf({ scope: this.scope, variant })];
    deepEqual(amounts, expected);
  }
}

/** The models of all keys. */
export class Model {
  readonly #keys = new Map<string, KeyModel>();

  of(scope: Scope): KeyModel {
    const name = JSON.stringify(scope);
    const model = this.#keys.get(name) ?? new KeyModel(scope);
    this.#keys.set(name, model);
    return model;
  }

  get keys(): readonly KeyModel[] {
    return [...this.#keys.values()];
  }
}
