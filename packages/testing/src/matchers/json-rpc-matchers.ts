import type { ErrorClass } from '@jsonrpc-kit/core';
import type { Matcher } from 'vitest';
import type { WireValue } from '../client/wire-value.js';
import { type ErrorDataOf, toBeJsonRpcError } from './to-be-json-rpc-error.js';
import { toBeJsonRpcResult } from './to-be-json-rpc-result.js';

/** What this package adds to `expect()`. */
export interface JsonRpcMatchers<Returned> {
  /**
   * A response object with a result. `value` is compared as by `toEqual`, so matchers like
   * `expect.any(Number)` may stand in it. It is what arrives: of a Date, a string.
   */
  toBeJsonRpcResult: <Value>(...value: [value?: Value & WireValue<Value>]) => Returned;
  /**
   * A response object with this error: an error class, or a code. `data` is compared as by `toEqual`;
   * without it any data will do. It is what arrives: of a Date, a string.
   */
  toBeJsonRpcError: <Expected extends ErrorClass | number>(
    error: Expected,
    ...data: [data?: ErrorDataOf<Expected>]
  ) => Returned;
}

/* oxlint-disable typescript/no-explicit-any, typescript/no-namespace -- so it stands in their types */
declare module 'vitest' {
  interface AsymmetricMatchersContaining extends JsonRpcMatchers<any> {}
}
declare global {
  // Vitest's own `Matchers` has other type parameters in each major version, and an interface can
  // only be extended by its very own ones. This one is behind every assertion of Vitest 4 and 5.
  namespace Chai {
    interface Assertion extends JsonRpcMatchers<void> {}
  }
}
/* oxlint-enable typescript/no-explicit-any, typescript/no-namespace */

/** As `expect.extend()` takes them. */
export const jsonRpcMatchers: Readonly<Record<keyof JsonRpcMatchers<unknown>, Matcher>> = {
  toBeJsonRpcResult(received, ...given: [value?: unknown]) {
    return toBeJsonRpcResult(this, received, given);
  },
  toBeJsonRpcError(received, error: ErrorClass | number, ...given: [data?: unknown]) {
    return toBeJsonRpcError(this, received, error, given);
  },
};
