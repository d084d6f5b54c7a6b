declare const positions: unique symbol;

/** Params by position, as {@link byPosition} makes them: an array, of which the types know nothing. */
export interface ByPosition {
  /** Types only; never there at run time. */
  readonly [positions]: true;
}

/**
 * Params by position, for a method whose `paramStructure` is `'by-position'` or `'either'`. The types
 * of a method name its parameters and say nothing of their order, so nothing is checked here.
 *
 * ```ts
 * await client.jsonrpc('withdraw', byPosition('1.1', 5));
 * ```
 */
export function byPosition(...values: readonly unknown[]): ByPosition {
  return values as unknown as ByPosition;
}
