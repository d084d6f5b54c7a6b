import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonRpcErrorObject, JsonRpcErrorResponse } from '../protocol/json-rpc-response.js';
import type { RequestId } from '../protocol/request-id.js';
import type { ErrorDescription } from './error-class.js';
import { validateData } from './validate-data.js';

/**
 * The base of all typed errors: thrown anywhere in a call, its code, message and data become the
 * answer. Make a class of your own with {@link defineError}.
 */
export abstract class BaseError<Code extends number = number, Data = unknown> extends Error {
  /** The wire's `error.code`, unique on an entrypoint. */
  static readonly code: number;
  /** The wire's `error.message`. */
  static readonly message: string;
  /** Schema of `error.data`. */
  static readonly dataModel: StandardSchemaV1 | undefined;
  /** Schema of the entries in `error.data.errors`. */
  static readonly errorModel: StandardSchemaV1 | undefined;
  /** Whether the documents make `error.data` required. */
  static readonly dataRequired: boolean = false;
  /** Whether the documents make `error.data.errors` required. */
  static readonly errorsRequired: boolean = false;

  static {
    // A class of plain JavaScript may have the static code only, and an abstract member has no getter.
    Object.defineProperty(this.prototype, 'code', {
      configurable: true,
      get(this: BaseError) {
        return descriptionOf(this).code;
      },
    });
  }

  /**
   * The wire's `error.code`: that of the class. It is abstract so that a class without a code does not
   * compile.
   */
  abstract readonly code: Code;
  /** The wire's `error.data`, as the class's `dataModel` and `errorModel` gave it. */
  readonly data: Data;

  /**
   * Takes the error's data, and standard `ErrorOptions` for a `cause`, which never reaches the wire.
   *
   * @throws TypeError where `data` is refused by the class's `dataModel` or `errorModel`
   */
  constructor(data?: unknown, options?: ErrorOptions) {
    super(undefined, options);
    const description = descriptionOf(this);
    this.message = description.message;
    this.name = description.name;
    this.data = validateData(description, data) as Data;
  }

  /** The whole error response, for a call with this `id`. */
  getResponse(id: RequestId | null = null): JsonRpcErrorResponse {
    const error: JsonRpcErrorObject = { code: this.code, message: this.message };
    if (this.data !== undefined) error.data = this.data;
    return { jsonrpc: '2.0', id, error };
  }
}

/** No private member: a class of another copy of this module may have made the object. */
function descriptionOf(error: BaseError): ErrorDescription & { readonly name: string } {
  return error.constructor as typeof BaseError;
}
