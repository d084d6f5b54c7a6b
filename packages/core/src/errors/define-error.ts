import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { flag, type OptionKind, schema, text } from '../options/option-kind.js';
import { BaseError, type ErrorDescription } from './base-error.js';

type Schema = StandardSchemaV1 | undefined;

/** What {@link defineError} makes a class of. */
export interface ErrorDefinition<
  Code extends number,
  Data extends Schema = undefined,
  Item extends Schema = undefined,
> {
  /** Unique on its entrypoint; 5000 to 9999 is the suggested range of an application. */
  code: Code;
  /** The wire's `error.message`: a short fixed sentence. */
  message: string;
  /** Schema of `error.data`; it must be a synchronous one. */
  data?: Data;
  /** Schema of the entries in `error.data.errors`. */
  errors?: Item;
  /** Whether the documents make `data` required. Default: false. */
  dataRequired?: boolean;
  /** Whether the documents make `data.errors` required. Default: false. */
  errorsRequired?: boolean;
}

type Input<S extends Schema> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferInput<S>
  : undefined;
type Output<S extends Schema> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : undefined;

/** Data with the entries that stand in its `errors`; without a data schema it has nothing else. */
type WithErrors<Data, Item> = [Item] extends [undefined]
  ? Data
  : [Data] extends [undefined]
    ? { readonly errors?: readonly Item[] | undefined } | undefined
    : Data & { readonly errors?: readonly Item[] | undefined };

/** What the constructor takes: the schemas' input. */
export type ErrorDataInput<Data extends Schema, Item extends Schema> = WithErrors<
  Input<Data>,
  Input<Item>
>;

/** What stands on the wire: the schemas' output. */
export type ErrorData<Data extends Schema, Item extends Schema> = WithErrors<
  Output<Data>,
  Output<Item>
>;

/** An instance of a class made by {@link defineError}. */
export interface DefinedError<Code extends number = number, Data = unknown> extends BaseError<
  Code,
  Data
> {
  /** The wire's `error.code`: that of the class. */
  readonly code: Code;
}

/** A class made by {@link defineError}. */
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
 * Makes the base of a class of typed errors. The constructor takes `data`, typed and validated by
 * the schema, and standard `ErrorOptions` for a `cause` (which never reaches the wire).
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
 * @throws TypeError where the code is no integer (JSON-RPC 2.0, section 5.1), the message is missing,
 *   or an option is unknown or of a wrong kind
 */
export function defineError<
  const Code extends number,
  Data extends Schema = undefined,
  Item extends Schema = undefined,
>(
  definition: ErrorDefinition<Code, Data, Item>,
): DefinedErrorClass<Code, ErrorDataInput<Data, Item>, ErrorData<Data, Item>> {
  checkDefinition(definition);
  const { code, message, data, errors, dataRequired = false, errorsRequired = false } = definition;
  class Defined extends BaseError<Code, ErrorData<Data, Item>> {
    static override readonly code = code;
    declare readonly code: Code;
    static override readonly message = message;
    static override readonly dataModel = data;
    static override readonly errorModel = errors;
    static override readonly dataRequired = dataRequired;
    static override readonly errorsRequired = errorsRequired;
  }
  return Defined;
}

const instead: OptionKind['instead'] = () =>
  "write defineError({ code: 6001, message: 'Not enough money' })";

const DEFINITION: OptionKinds<ErrorDefinition<number>> = {
  code: { is: Number.isSafeInteger, must: 'an integer', instead, isRequired: true },
  message: { ...text, instead, isRequired: true },
  data: schema,
  errors: schema,
  dataRequired: flag,
  errorsRequired: flag,
};

function checkDefinition(definition: unknown): void {
  // Without any, the message is about the code, and has a whole definition in it.
  const { message, code, ...rest } = isObject(definition) ? definition : {};
  const known = typeof message === 'string' ? message : code;
  checkOptions(`defineError(${describeValue(known)})`, { message, code, ...rest }, DEFINITION);
}
