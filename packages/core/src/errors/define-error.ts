import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { flag, schema, text } from '../options/option-kind.js';
import type { ErrorCodes } from '../jsonrpc/response.js';
import { BaseError, type ErrorDescription } from './base-error.js';
import { standardError } from './error-codes.js';

type Schema = StandardSchemaV1 | undefined;

/** Options of {@link defineError}. */
export interface ErrorDefinition<
  Code extends number,
  Data extends Schema = undefined,
  Item extends Schema = undefined,
> {
  /** The `error.code` on the wire, unique within an entrypoint. Suggested range: 5000 to 9999. */
  code: Code;
  /** The `error.message` on the wire: a short, fixed sentence. */
  message: string;
  /** When the error occurs, in Markdown, for the API schemas. Default: none. */
  description?: string;
  /** Validates `error.data`. It must be synchronous. */
  data?: Data;
  /** Validates each entry of `error.data.errors`. It must be synchronous. */
  errors?: Item;
  /** Whether OpenAPI marks `data` as required. Default: false. */
  dataRequired?: boolean;
  /** Whether the API schemas mark `data.errors` as required. Default: false. */
  errorsRequired?: boolean;
}

type Input<S extends Schema> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<S>
  : undefined;
type Output<S extends Schema> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : undefined;

/** Adds the member `errors` to the type of the data. */
type WithErrors<Data, Item> = [Item] extends [undefined]
  ? Data
  : [Data] extends [undefined]
    ? { readonly errors?: readonly Item[] | undefined } | undefined
    : Data & { readonly errors?: readonly Item[] | undefined };

/** The data that the constructor accepts: the input of the schemas. */
export type ErrorDataInput<Data extends Schema, Item extends Schema> = WithErrors<
  Input<Data>,
  Input<Item>
>;

/** The data on the wire: the output of the schemas. */
export type ErrorData<Data extends Schema, Item extends Schema> = WithErrors<
  Output<Data>,
  Output<Item>
>;

/** An instance of a class from {@link defineError}. */
export interface DefinedError<Code extends number = number, Data = unknown> extends BaseError<
  Code,
  Data
> {
  /** The `error.code` on the wire: the code of the class. */
  readonly code: Code;
}

/** A class from {@link defineError}. */
export interface DefinedErrorClass<
  Code extends number,
  DataInput,
  Data,
> extends ErrorDescription<Code> {
  new (
    ...args: undefined extends DataInput
      ? [data?: DataInput, options?: ErrorOptions]
      : [data: DataInput, options?: ErrorOptions]
  ): DefinedError<Code, Data>;
}

/**
 * Creates a base class for a typed error. Its constructor accepts data, which the schemas validate, and
 * standard `ErrorOptions`. A `cause` is never sent to the client.
 *
 * ```ts
 * class NotEnoughMoney extends defineError({
 *   code: 6001,
 *   message: 'Not enough money',
 *   data: v.object({ balance: v.number() }),
 * }) {}
 *
 * throw new NotEnoughMoney({ balance: 12 });
 * ```
 *
 * @throws TypeError if the code isn't an integer (JSON-RPC 2.0, section 5.1), the message is missing,
 *   or another option is invalid
 */
export function defineError<
  const Code extends number,
  Data extends Schema = undefined,
  Item extends Schema = undefined,
>(
  definition: ErrorDefinition<Code, Data, Item>,
): DefinedErrorClass<Code, ErrorDataInput<Data, Item>, ErrorData<Data, Item>> {
  checkDefinition(definition);
  const { code, message, description, data, errors } = definition;
  const { dataRequired = false, errorsRequired = false } = definition;
  class Defined extends BaseError<Code, ErrorData<Data, Item>> {
    static override readonly code = code;
    declare readonly code: Code;
    static override readonly message = message;
    static override readonly description = description;
    static override readonly dataModel = data;
    static override readonly errorModel = errors;
    static override readonly dataRequired = dataRequired;
    static override readonly errorsRequired = errorsRequired;
  }
  return Defined;
}

/** Like {@link defineError}, for a standard error, whose code an entrypoint can change. */
export function defineStandardError<const Code extends number, Data extends Schema = undefined>(
  name: keyof ErrorCodes,
  definition: ErrorDefinition<Code, Data>,
): DefinedErrorClass<Code, ErrorDataInput<Data, undefined>, ErrorData<Data, undefined>> {
  return standardError(name, defineError(definition));
}

const advice = "Write defineError({ code: 6001, message: 'Not enough money' }).";

const DEFINITION: OptionKinds<ErrorDefinition<number>> = {
  code: { is: Number.isSafeInteger, must: 'an integer', advice, isRequired: true },
  message: { ...text, advice, isRequired: true },
  description: text,
  data: schema,
  errors: schema,
  dataRequired: flag,
  errorsRequired: flag,
};

function checkDefinition(definition: unknown): void {
  // Without a definition, reports the missing code, because that message shows a complete definition.
  const { message, code, ...rest } = isObject(definition) ? definition : {};
  const known = typeof message === 'string' ? message : code;
  checkOptions(`defineError(${describeValue(known)})`, { message, code, ...rest }, DEFINITION);
}
