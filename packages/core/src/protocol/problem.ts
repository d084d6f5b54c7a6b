/**
 * One entry of `error.data.errors`: what is wrong, and where. The rejected value itself is never in
 * it.
 */
export interface Problem {
  /** The path: `['amount']`, `['items', 0, 'sku']`, `['<header>', 'auth-token']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** A short machine-readable word: `'missing'`, `'string'`, `'gt_value'`. */
  readonly type: string;
  readonly ctx?: Readonly<Record<string, unknown>> | undefined;
}
