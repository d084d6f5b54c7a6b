import type { IdempotentCallOptions } from './sending/send-calls.js';

/**
 * Names that are not methods of a client. Otherwise awaiting a client, printing it or storing it in the
 * state of a framework would call the server. `$call` calls methods with these names.
 */
export type ReservedName =
  | `$${string}`
  | `__${string}`
  | 'then'
  | 'toJSON'
  | keyof typeof Object.prototype;

const RESERVED_NAME = /^(\$|__|then$|toJSON$)/;

/** Handles a call of a method on a proxy. */
export type InvokeMethod = (
  method: string,
  params?: unknown,
  options?: IdempotentCallOptions,
) => unknown;

/**
 * Returns an object with a function under every name that is not reserved, and with `$call` and the
 * given `operations`.
 */
export function createMethodProxy(invoke: InvokeMethod, operations: object = {}): object {
  // Kept, so that `client.ping === client.ping`.
  const functions: Record<string, unknown> = {};
  return new Proxy(
    { ...operations, $call: invoke },
    {
      get(target, key) {
        if (typeof key === 'symbol' || key in target || RESERVED_NAME.test(key)) {
          return Reflect.get(target, key) as unknown;
        }
        return (functions[key] ??= (params?: unknown, options?: IdempotentCallOptions) =>
          invoke(key, params, options));
      },
    },
  );
}
