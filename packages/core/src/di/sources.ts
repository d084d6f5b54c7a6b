import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ArgumentSource } from './argument-source.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { text } from '../options/option-kind.js';

/** What {@link params} makes. */
export interface ParamsSource<out Value = unknown, out Params = unknown> extends ArgumentSource<
  Value,
  Params
> {
  /** It reads the whole `params`. */
  readonly kind: 'params';
  /** Of the whole `params`. */
  readonly schema: StandardSchemaV1;
}

/**
 * The whole `params` as one argument. There can be only one, with no other JSON-RPC parameter
 * beside it, dependencies' included.
 *
 * ```ts
 * args: { order: params(Order) }
 * ```
 */
export function params<Schema extends StandardSchemaV1>(
  schema: Schema,
): ParamsSource<StandardSchemaV1.InferOutput<Schema>, StandardSchemaV1.InferInput<Schema>> {
  return { kind: 'params', schema };
}

/** How a header or a cookie is called on the wire. */
export interface NameOptions {
  /** The name on the wire. */
  readonly alias?: string | undefined;
}

/**
 * Rejects a schema that no string satisfies, as `v.number()`. The compiler shows the text in its
 * message.
 */
export type TextInput<Schema extends StandardSchemaV1> =
  string extends Input<Schema>
    ? unknown
    : Input<Schema> extends string | undefined
      ? unknown
      : 'The input of this schema is not a string, as headers and cookies are: convert it, as v.pipe(v.string(), v.toNumber())';

type Input<Schema extends StandardSchemaV1> = StandardSchemaV1.InferInput<Schema>;

const KINDS: OptionKinds<NameOptions> = { alias: text };

interface NamedSource<Kind> {
  readonly kind: Kind;
  readonly schema: StandardSchemaV1;
  readonly alias: string | undefined;
}

/** @throws TypeError for an option that there is not, and for an alias that is no string */
function namedSource<Kind extends 'header' | 'cookie'>(
  kind: Kind,
  schema: StandardSchemaV1,
  options: NameOptions = {},
): NamedSource<Kind> {
  checkOptions(`${kind}()`, options, KINDS);
  return { kind, schema, alias: options.alias };
}

/** What {@link header} makes. */
export interface HeaderSource<out Value = unknown> extends ArgumentSource<Value> {
  /** It reads a header. */
  readonly kind: 'header';
  /** Of the string, or of undefined where the header is absent. */
  readonly schema: StandardSchemaV1;
  /** The name on the wire; undefined where it is the argument's in kebab-case. */
  readonly alias: string | undefined;
}

/**
 * An HTTP header. Its default name is the argument's in kebab-case: `userAuthToken` reads
 * `user-auth-token`. The schema gets a string, or undefined where the header is absent:
 *
 * ```ts
 * header(v.pipe(v.string(), v.toNumber()))
 * ```
 *
 * @throws TypeError for an option that there is not, and for an alias that is no string
 */
export function header<Schema extends StandardSchemaV1>(
  schema: Schema & TextInput<Schema>,
  options?: NameOptions,
): HeaderSource<StandardSchemaV1.InferOutput<Schema>> {
  return namedSource('header', schema, options);
}

/** `userAuthToken` becomes `user-auth-token`. */
export function headerName(argument: string): string {
  return argument
    .replaceAll(/[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$&-')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** What {@link cookie} makes. */
export interface CookieSource<out Value = unknown> extends ArgumentSource<Value> {
  /** It reads a cookie. */
  readonly kind: 'cookie';
  /** Of the decoded string, or of undefined where the cookie is absent. */
  readonly schema: StandardSchemaV1;
  /** The name on the wire; undefined where it is the argument's. */
  readonly alias: string | undefined;
}

/**
 * A cookie of the request. Its default name is the argument's. The schema gets the percent-decoded
 * string, or undefined where the cookie is absent.
 *
 * @throws TypeError for an option that there is not, and for an alias that is no string
 */
export function cookie<Schema extends StandardSchemaV1>(
  schema: Schema & TextInput<Schema>,
  options?: NameOptions,
): CookieSource<StandardSchemaV1.InferOutput<Schema>> {
  return namedSource('cookie', schema, options);
}
