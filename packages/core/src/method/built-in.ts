import { defineMethod, type Method } from './method.js';

/** The names that JSON-RPC 2.0 (4.1) reserves, and that are answered here. */
export type BuiltInName = 'rpc.discover';

/** A method of a reserved name, without parameters. */
export function builtIn(name: BuiltInName, handler: () => unknown): Method {
  return { ...defineMethod('built-in', {}, handler), name };
}
