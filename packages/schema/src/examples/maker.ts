/** There is no value, or each would hold another one without end. */
export const NO_EXAMPLE: unique symbol = Symbol('no example');

/** Makes the values within a value. */
export interface Maker {
  /**
   * @param nth 0 for the first value, 1 for another, and so on
   * @returns {@link NO_EXAMPLE} where there is none
   */
  make(schema: unknown, nth?: number): unknown;
  /** Whether a schema brings a value of its own: an example or a default. */
  brings(schema: unknown): boolean;
}
