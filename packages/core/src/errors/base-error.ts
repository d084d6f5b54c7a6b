import type { StandardSchemaV1 } from '@standard-schema/spec';
import { addBrand, hasBrand } from '../brand/brand.js';
import type { JsonRpcErrorObject, JsonRpcErrorResponse } from '../jsonrpc/response.js';
import type { RequestId } from '../jsonrpc/request.js';
import { isPromise } from '../async/maybe-promise.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { describeRejection } from '../validation/to-problems.js';

/**
 * The base class of typed errors. If a call throws one, its code, message and data become the error
 * response. Define your own classes with {@link defineError}.
 */
export abstract class BaseError<Code extends number = number, Data = unknown> extends Error {
  /** The `error.code` on the wire, unique within an entrypoint. */
  static readonly code: number;
  /** The `error.message` on the wire. */
  static readonly message: string;
  /** When the error occurs, for the API schemas. */
  static readonly description: string | undefined;
  /** Validates `error.data`. */
  static readonly dataModel: StandardSchemaV1 | undefined;
  /** Validates each entry of `error.data.errors`. */
  static readonly errorModel: StandardSchemaV1 | undefined;
  /** Whether OpenAPI marks `error.data` as required. */
  static readonly dataRequired: boolean = false;
  /** Whether the API schemas mark `error.data.errors` as required. */
  static readonly errorsRequired: boolean = false;

  static {
    addBrand(this.prototype, 'BaseError');
    // For classes in plain JavaScript that only define the static code. An abstract member can't have a
    // getter.
    Object.defineProperty(this.prototype, 'code', {
      configurable: true,
      get(this: BaseError) {
        return classOf(this).code;
      },
    });
  }

  /**
   * The `error.code` on the wire: the code of the class. It is abstract so that a class without a code
   * doesn't compile.
   */
  abstract readonly code: Code;
  /** The `error.data` on the wire: the output of `dataModel` and `errorModel`. */
  readonly data: Data;

  /**
   * Creates an error with validated data.
   *
   * @param options may contain a `cause`, which is never sent to the client
   * @throws TypeError if `dataModel` or `errorModel` of the class rejects the data
   */
  constructor(data?: unknown, options?: ErrorOptions) {
    super(undefined, options);
    const description = classOf(this);
    this.message = description.message;
    this.name = description.name;
    this.data = validateData(description, data) as Data;
  }

  /** Returns the error response to a call with this `id`. */
  getResponse(id: RequestId | null = null): JsonRpcErrorResponse {
    const error: JsonRpcErrorObject = { code: this.code, message: this.message };
    if (this.data !== undefined) error.data = this.data;
    return { jsonrpc: '2.0', id, error };
  }
}

/**
 * Whether a value is a typed error. Unlike `instanceof BaseError`, it recognizes the errors of another
 * copy of this package, which an application contains if it was installed or bundled twice. Never
 * throws.
 *
 * ```ts
 * const code = isBaseError(ctx.exception) ? ctx.exception.code : undefined;
 * ```
 */
export function isBaseError(value: unknown): value is BaseError {
  return hasBrand(value, 'BaseError');
}

/** A function instead of a private method, which errors from another copy of this module would lack. */
function classOf(error: BaseError): ErrorDescription & { readonly name: string } {
  return error.constructor as typeof BaseError;
}

/** The static members of a class of typed errors. */
export interface ErrorDescription<Code extends number = number> {
  /** The `error.code` on the wire, unique within an entrypoint. */
  readonly code: Code;
  /** The `error.message` on the wire: a short, fixed sentence. */
  readonly message: string;
  /** When the error occurs, in Markdown, for the API schemas. */
  readonly description?: string | undefined;
  /** Validates `error.data`. */
  readonly dataModel: StandardSchemaV1 | undefined;
  /** Validates each entry of `error.data.errors`. */
  readonly errorModel: StandardSchemaV1 | undefined;
  /** Whether OpenAPI marks `error.data` as required. */
  readonly dataRequired: boolean;
  /** Whether the API schemas mark `error.data.errors` as required. */
  readonly errorsRequired: boolean;
}

/** Any class of typed errors, for the option `errors` of an entrypoint or method. */
export interface ErrorClass extends ErrorDescription {
  /** The name of the class, for API schemas and error messages. */
  readonly name: string;
  new (...args: never): BaseError;
}

type Models = Pick<ErrorDescription, 'dataModel' | 'errorModel'> & { readonly name: string };

/** Returns the output of the models. */
function validateData(models: Models, data: unknown): unknown {
  const { dataModel, errorModel, name } = models;
  if (dataModel === undefined && errorModel === undefined) {
    if (data === undefined) return undefined;
    throw new TypeError(
      `${name}: the error has no data schema. Add one to its class, or omit the data.`,
    );
  }
  const valid = dataModel === undefined ? data : validate(dataModel, data, `${name}: data`);
  const errors = isObject(data) ? data['errors'] : undefined;
  if (errorModel === undefined || errors === undefined) return valid;
  if (!Array.isArray(errors))
    throw new TypeError(`${name}: data.errors must be an array, not ${describeValue(errors)}`);
  return {
    ...(valid as object),
    errors: errors.map((item, index) =>
      validate(errorModel, item, `${name}: data.errors[${index}]`),
    ),
  };
}

function validate(schema: StandardSchemaV1, value: unknown, where: string): unknown {
  const result = schema['~standard'].validate(value);
  if (isPromise(result)) {
    throw new TypeError(
      `${where} has an asynchronous schema, but errors are created synchronously. Use a synchronous schema.`,
    );
  }
  if (result.issues === undefined) return result.value;
  throw new TypeError(`${where} does not match its schema: ${describeRejection(schema, result)}`);
}
