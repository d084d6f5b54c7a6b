import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ArgumentScope } from '../context/argument-scope.js';
import type { RequestParams } from '../protocol/json-rpc-request.js';

/**
 * Says where one argument of a handler comes from. `Value` is what the handler gets, `Params` the
 * JSON-RPC parameters that a caller has to send for it.
 */
export interface ArgumentSource<out Value = unknown, out Params = unknown> {
  /** What it reads. */
  readonly kind: 'params' | 'header' | 'cookie' | 'scope' | 'resource' | 'dependency';
  /** Types only; never there at run time. */
  readonly '~types'?: { readonly value: Value; readonly params: Params } | undefined;
}

/** Reads something of the call, or of its HTTP request, that is no parameter. */
export interface ScopeSource<out Value> extends ArgumentSource<Value> {
  /** It takes no parameter of the call. */
  readonly kind: 'scope';
  /** Whether there is nothing to read outside of a call. */
  readonly perCall: boolean;
  /** Gives the value out of what is known of the call. */
  readonly read: (scope: ArgumentScope) => Value;
}

/** A source as it is declared: any Standard Schema is one named member of `params`. */
export type Source = StandardSchemaV1 | ArgumentSource;

/** The sources of a handler's arguments by the arguments' names. */
export interface ArgumentSources {
  /** By the argument's name, which for a bare schema is the parameter's name on the wire as well. */
  readonly [name: string]: Source;
}

/** What a handler gets for one source: a schema's output, or the value of a source. */
export type ArgumentValue<S> = S extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<S>
  : S extends ArgumentSource<infer Value>
    ? Value
    : never;

/** The record that a handler is called with. */
export type ArgumentValues<Sources> = {
  -readonly [Name in keyof Sources]: ArgumentValue<Sources[Name]>;
} & {};

type SchemaInput<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : never;

type RequiredNames<Sources> = {
  [Name in keyof Sources]: Sources[Name] extends StandardSchemaV1
    ? undefined extends SchemaInput<Sources[Name]>
      ? never
      : Name
    : never;
}[keyof Sources];

type OptionalNames<Sources> = {
  [Name in keyof Sources]: Sources[Name] extends StandardSchemaV1
    ? undefined extends SchemaInput<Sources[Name]>
      ? Name
      : never
    : never;
}[keyof Sources];

/** In a box, as a union of them is that of the sources, and not one that a source's own type has. */
interface Box<Params> {
  readonly params: Params;
}

/** `unknown` is what takes no parameter, and is left out; but a `params()` of it takes anything. */
type SourceParams<Sources> = {
  [Name in keyof Sources]: Sources[Name] extends StandardSchemaV1
    ? never
    : Sources[Name] extends ArgumentSource<unknown, infer Params>
      ? unknown extends Params
        ? Sources[Name] extends { readonly kind: 'params' }
          ? Box<NonNullable<RequestParams>>
          : never
        : Box<Params>
      : never;
}[keyof Sources];

type IntersectionOf<Boxes> = (
  Boxes extends Box<infer Params> ? (member: Params) => void : never
) extends (intersection: infer Intersection) => void
  ? Intersection
  : never;

type Flat<T> = { -readonly [Key in keyof T]: T[Key] } & {};

/** Those of `params()` and of dependencies, an array or a union as it is. */
type Whole<Params> = unknown extends Params ? {} : Params;

/** The `params` that a caller sends: a method's own and those of its dependencies. */
export type WireParams<Sources> = [RequiredNames<Sources> | OptionalNames<Sources>] extends [never]
  ? Whole<IntersectionOf<SourceParams<Sources>>>
  : Flat<
      { [Name in RequiredNames<Sources>]: SchemaInput<Sources[Name]> } & {
        [Name in OptionalNames<Sources>]?: SchemaInput<Sources[Name]>;
      } & IntersectionOf<SourceParams<Sources>>
    >;
