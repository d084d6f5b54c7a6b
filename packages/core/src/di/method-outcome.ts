import { addBrand, hasBrand } from '../brand/brand.js';
import type { BaseError } from '../errors/base-error.js';
import type { EncodedResponse } from '../jsonrpc/encode-response.js';

/**
 * What the `yield` of a dependency with the teardown `'before-response'` returns: the encoded response of
 * the method; undefined for a notification. If the method fails, its error is thrown at the `yield`
 * instead.
 *
 * ```ts
 * const response: MethodOutcome = yield tx;
 * ```
 */
export type MethodOutcome = EncodedResponse | undefined;

/**
 * A dependency yields this value after a typed error was thrown at its `yield`, to keep its writes and
 * those of the dependencies that it uses. They are then closed as after a success, and the second `yield`
 * returns the error response. Everything rolls back if that response can't be sent.
 *
 * ```ts
 * try {
 *   response = yield;
 * } catch (error) {
 *   if (!(error instanceof NotEnoughMoney)) throw error;
 *   response = yield keepWrites;
 * }
 * ```
 */
export const keepWrites: unique symbol = Symbol.for('@jsonrpc-kit/core/keepWrites');

/**
 * A dependency throws it to respond instead of the handler, for example with the response of an earlier
 * call. It is thrown into the open dependencies, so their writes roll back. The outcome passes through
 * the middlewares like that of the method.
 */
export class EarlyResponse extends Error {
  static {
    addBrand(this.prototype, 'EarlyResponse');
  }

  /** The name in stack traces. */
  override readonly name = 'EarlyResponse';
  /** What the call responds instead of the handler's result. */
  readonly outcome: { readonly result: unknown } | { readonly error: BaseError };
  /** The headers of the HTTP response to a single call, unless a middleware throws another error. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    outcome: EarlyResponse['outcome'],
    {
      message,
      headers = {},
    }: { readonly message: string; readonly headers?: EarlyResponse['headers'] },
  ) {
    super(message);
    this.outcome = outcome;
    this.headers = headers;
  }
}

/** Also recognizes the class of another copy of this package. */
export function isEarlyResponse(error: unknown): error is EarlyResponse {
  return hasBrand(error, 'EarlyResponse');
}
