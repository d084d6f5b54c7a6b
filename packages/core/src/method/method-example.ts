import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { MethodParams } from '../di/argument-source.js';

/** An example call, for the documents. */
export interface MethodExample<
  out Params = Readonly<Record<string, unknown>>,
  out Result = unknown,
> {
  /** A short name of it. */
  readonly name?: string | undefined;
  /** A line of what it shows. */
  readonly summary?: string | undefined;
  /** More of it; Markdown. */
  readonly description?: string | undefined;
  /** By name; what a client would send. */
  readonly params?: Params | undefined;
  /** What the server would answer. */
  readonly result?: Result | undefined;
}

/**
 * What an example sends to a method of these sources. Beside it stands what the dependencies take
 * that are run for their effect, of which its type knows nothing.
 */
export type ExampleParams<Sources> =
  MethodParams<Sources> extends infer Params
    ? Params extends readonly unknown[]
      ? Params
      : Params & Readonly<Record<string, unknown>>
    : never;

/** The answer of an example, where there is a schema of it. */
export type ExampleResult<Result> = Result extends StandardSchemaV1
  ?
      | Jsonify<StandardSchemaV1.InferOutput<Result>>
      | (undefined extends StandardSchemaV1.InferOutput<Result> ? null : never)
  : unknown;

/** A value as JSON has it: of a date its text, and of a brand nothing. */
export type Jsonify<T> = unknown extends T
  ? unknown
  : T extends string
    ? Unbranded<T, string>
    : T extends number
      ? Unbranded<T, number>
      : T extends boolean
        ? Truth<T>
        : T extends null | undefined
          ? T
          : T extends { toJSON(): infer Json }
            ? Json
            : T extends readonly unknown[]
              ? { readonly [Index in keyof T]: Jsonify<T[Index]> }
              : { readonly [Key in keyof T as Exclude<Key, symbol>]: Jsonify<T[Key]> };

/** A literal stays one; a brand makes keys of an index signature, which nothing has to have. */
type Unbranded<T extends string | number, Plain> = {} extends Readonly<Record<T, 1>> ? Plain : T;

type Truth<T extends boolean> = T extends true ? true : T extends false ? false : boolean;
