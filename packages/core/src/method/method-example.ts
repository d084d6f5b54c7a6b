import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { MethodParams } from '../di/argument-source.js';

/**
 * An example call for the API schemas and the API reference page.
 *
 * ```ts
 * examples: [{ name: 'small', params: { amount: 5 }, result: { balance: 95 } }]
 * ```
 */
export interface MethodExample<
  out Params = Readonly<Record<string, unknown>>,
  out Result = unknown,
> {
  /** A short name. */
  readonly name?: string | undefined;
  /** One line about the example. */
  readonly summary?: string | undefined;
  /** A longer description, in Markdown. */
  readonly description?: string | undefined;
  /** The params that a client sends, by name. */
  readonly params?: Params | undefined;
  /** The result that the server returns. */
  readonly result?: Result | undefined;
}

/**
 * The type of an example's params. Additional members are allowed, because dependencies in the option
 * `dependencies` may read parameters that `args` doesn't list.
 */
export type ExampleParams<Sources> =
  MethodParams<Sources> extends infer Params
    ? Params extends readonly unknown[]
      ? Params
      : Params & Readonly<Record<string, unknown>>
    : never;

/** The type of an example's result; `unknown` without a result schema. */
export type ExampleResult<Result> = Result extends StandardSchemaV1
  ?
      | ExampleValue<StandardSchemaV1.InferOutput<Result>>
      | (undefined extends StandardSchemaV1.InferOutput<Result> ? null : never)
  : unknown;

/**
 * The type of a value in an example: JSON without the brands of the schema, so that you can write
 * examples as plain literals.
 */
export type ExampleValue<T> = unknown extends T
  ? unknown
  : T extends string
    ? Unbranded<T, string>
    : T extends number
      ? Unbranded<T, number>
      : T extends boolean
        ? UnbrandedBoolean<T>
        : T extends null | undefined
          ? T
          : T extends { toJSON(): infer Json }
            ? Json
            : T extends readonly unknown[]
              ? { readonly [Index in keyof T]: ExampleValue<T[Index]> }
              : { readonly [Key in keyof T as Exclude<Key, symbol>]: ExampleValue<T[Key]> };

/** Removes a brand but keeps a literal: only a branded or plain type has an index signature here. */
type Unbranded<T extends string | number, Plain> = {} extends Readonly<Record<T, 1>> ? Plain : T;

type UnbrandedBoolean<T extends boolean> = T extends true
  ? true
  : T extends false
    ? false
    : boolean;
