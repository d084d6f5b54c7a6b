import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonRpcErrorObject, JsonRpcErrorResponse } from '../jsonrpc/response.js';
import type { RequestId } from '../jsonrpc/request.js';
import { isPromise } from '../async/maybe-promise.js';
import { ProblemBudget } from '../jsonrpc/problem.js';
import { problemsOfIssues, textOfProblems } from '../validation/problems-of-issues.js';

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

/** What every class of typed errors says of itself. */
export interface ErrorDescription<Code extends number = number> {
  /** The wire's `error.code`, unique on an entrypoint. */
  readonly code: Code;
  /** The wire's `error.message`: a short fixed sentence. */
  readonly message: string;
  /** Schema of `error.data`. */
  readonly dataModel: StandardSchemaV1 | undefined;
  /** Schema of the entries in `error.data.errors`. */
  readonly errorModel: StandardSchemaV1 | undefined;
  /** Whether the documents make `error.data` required. */
  readonly dataRequired: boolean;
  /** Whether the documents make `error.data.errors` required. */
  readonly errorsRequired: boolean;
}

/** Any class of typed errors, as `errors: […]` of an entrypoint or method takes them. */
export interface ErrorClass extends ErrorDescription {
  /** The class's own name, for the documents and for messages. */
  readonly name: string;
  new (...args: never): BaseError;
}

type Models = Pick<ErrorDescription, 'dataModel' | 'errorModel'> & { readonly name: string };

/** The data as its models give it. Wrong data is the programmer's error, so it says so at once. */
function validateData(models: Models, data: unknown): unknown {
  const { dataModel, errorModel, name } = models;
  if (dataModel === undefined && errorModel === undefined) {
    if (data === undefined) return undefined;
    throw new TypeError(`${name} takes no data: give its class a data schema, or leave it out`);
  }
  const valid = dataModel === undefined ? data : validate(dataModel, data, `${name} data`);
  const errors = errorModel && (data as { errors?: unknown } | undefined)?.errors;
  if (errorModel === undefined || errors === undefined) return valid;
  if (!Array.isArray(errors)) throw new TypeError(`${name} data.errors must be an array`);
  return {
    ...(valid as object),
    errors: errors.map((item, index) =>
      validate(errorModel, item, `${name} data.errors[${index}]`),
    ),
  };
}

function validate(schema: StandardSchemaV1, value: unknown, what: string): unknown {
  const result = schema['~standard'].validate(value);
  if (isPromise(result)) {
    throw new TypeError(
      `${what}: its schema is asynchronous; an error's data needs a synchronous one`,
    );
  }
  if (result.issues === undefined) return result.value;
  const found = new ProblemBudget().report(problemsOfIssues(schema, [], result));
  throw new TypeError(`${what} is not what its schema says: ${textOfProblems(found)}`);
}
