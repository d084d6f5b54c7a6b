import { describeValue, isObject } from '../options/describe-value.js';
import { BaseError } from './base-error.js';

/**
 * A typed error whose code, message and data are chosen at run time, for applications that keep their
 * errors in a table or get them from another service. For other errors, prefer a class from
 * `defineError()`: it validates its data, and the API schemas and the typed client know it.
 *
 * ```ts
 * throw new RpcError(5001, 'Not enough money', { balance: 12 });
 * ```
 */
export class RpcError extends BaseError {
  /** The `error.code` on the wire. */
  readonly code: number;
  /** The `error.data` on the wire. */
  override readonly data: unknown;

  /**
   * Creates an error with these members.
   *
   * @param code an integer
   * @param data any JSON value. Default: the error has no data.
   * @param options may contain a `cause`, which is never sent to the client
   * @throws TypeError if the code isn't an integer or the message isn't a string
   */
  constructor(code: number, message: string, data?: unknown, options?: ErrorOptions) {
    super(undefined, options);
    if (!Number.isSafeInteger(code)) {
      throw new TypeError(`RpcError: code must be an integer, not ${describeValue(code)}`);
    }
    if (typeof (message as unknown) !== 'string') {
      throw new TypeError(`RpcError: message must be a string, not ${describeValue(message)}`);
    }
    this.code = code;
    this.message = message;
    this.data = data;
  }

  /**
   * Converts a thrown plain object with an integer `code` and a string `message`, such as
   * `{ code: 5001, message: 'Not enough money' }`. Returns undefined for any other value. Doesn't convert
   * an `Error`, because those of libraries may have a code as well, and their messages aren't meant for
   * clients. Pass it as the option `mapError`.
   */
  static from(this: void, thrown: unknown): RpcError | undefined {
    if (!isObject(thrown) || !isPlain(thrown)) return undefined;
    const { code, message, data } = thrown;
    if (!Number.isSafeInteger(code) || typeof message !== 'string') return undefined;
    return new RpcError(Number(code), message, data, { cause: thrown });
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
