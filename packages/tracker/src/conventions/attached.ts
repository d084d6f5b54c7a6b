/**
 * Values that belong to objects of the core, such as the span of a call. They are kept on the objects,
 * because garbage collection takes several times as long with a WeakMap that has an entry for each call.
 */
export class Attached<Owner extends object, Value> {
  readonly #key = Symbol('attached by @jsonrpc-kit/tracker');

  get(owner: Owner): Value | undefined {
    return (owner as Partial<Record<symbol, Value>>)[this.#key];
  }

  set(owner: Owner, value: Value): void {
    (owner as Partial<Record<symbol, Value>>)[this.#key] = value;
  }
}
