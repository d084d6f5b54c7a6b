import type { CallOptions } from '../sending/transmitter.js';

/**
 * Names that an object has to keep for itself, or else waiting for it, printing it or putting it into
 * a framework's state would call the server. Methods of these names are called by `$call`.
 */
export type ReservedName =
  | `$${string}`
  | `__${string}`
  | 'then'
  | 'toJSON'
  | keyof typeof Object.prototype;

const RESERVED = /^(\$|__|then$|toJSON$)/;

/** What is done with a method of this name. */
export type MethodVerb = (method: string, params?: unknown, options?: CallOptions) => unknown;

/** An object whose every name is a method as a function, but for `$call`, `verbs` and what is reserved. */
export function methodProxy(verb: MethodVerb, verbs: object = {}): object {
  // Made once each, so that a method can be compared with itself.
  const functions = new Map<string, unknown>();
  return new Proxy(
    { ...verbs, $call: verb },
    {
      get(target, key) {
        if (typeof key === 'symbol' || key in target || RESERVED.test(key)) {
          return Reflect.get(target, key) as unknown;
        }
        const known = functions.get(key);
        if (known !== undefined) return known;
        const made = (params?: unknown, options?: CallOptions) => verb(key, params, options);
        functions.set(key, made);
        return made;
      },
    },
  );
}
