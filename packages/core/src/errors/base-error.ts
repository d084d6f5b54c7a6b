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
  static readonly code: number;
  static readonly message: string;
  static readonly dataModel: StandardSchemaV1 | undefined;
  static readonly errorModel: StandardSchemaV1 | undefined;
  static readonly dataRequired: boolean = false;
  static readonly errorsRequired: boolean = false;

  /** The wire's `error.data`, as the class's `dataModel` and `errorModel` gave it. */
  readonly data: Data;

  /** @throws TypeError where `data` is refused by the class's `dataModel` or `errorModel`. */
  constructor(data?: unknown, options?: ErrorOptions) {
    super(undefined, options);
    const { message, name } = this.#description;
    this.message = message;
    this.name = name;
    this.data = validateData(this.#description, data) as Data;
  }

  get code(): Code {
    return this.#description.code as Code;
  }

  /** The whole error response, for a call with this `id`. */
  getResponse(id: RequestId | null = null): JsonRpcErrorResponse {
    const error: JsonRpcErrorObject = { code: this.code, message: this.message };
    if (this.data !== undefined) error.data = this.data;
    return { jsonrpc: '2.0', id, error };
  }

  get #description(): ErrorDescription & { readonly name: string } {
    return this.constructor as typeof BaseError;
  }
}
