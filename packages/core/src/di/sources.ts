import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { text } from '../options/option-kind.js';
import type { ArgumentSource } from './argument-source.js';

/** The source that {@link params} returns. */
export interface ParamsSource<out Value = unknown, out Params = unknown> extends ArgumentSource<
  Value,
  Params
> {
  /** Reads the whole `params`. */
  readonly kind: 'params';
  /** Validates the whole `params`. */
  readonly schema: StandardSchemaV1;
}

/**
 * Reads the whole `params` as one argument. A method with `params()` and its dependencies can't read
 * other JSON-RPC parameters.
 *
 * ```ts
 * v1.method('place', { args: { order: params(Order) } }, ({ order }) => orders.place(order));
 * ```
 */
export function params<Schema extends StandardSchemaV1>(
  schema: Schema,
): ParamsSource<StandardSchemaV1.InferOutput<Schema>, StandardSchemaV1.InferInput<Schema>> {
  return { kind: 'params', schema };
}

/** Options of {@link header} and {@link cookie}. */
export interface NameOptions {
  /**
   * The name of the header or cookie. Default: the argument's name, which is converted to kebab-case
   * for a header.
   */
  readonly alias?: string | undefined;
}

/**
 * Rejects a schema whose input can't be a string, such as `v.number()`. The compiler includes the text
 * in its error.
 */
export type TextInput<Schema extends StandardSchemaV1> =
  string extends Input<Schema>
    ? unknown
    : Input<Schema> extends string | undefined
      ? unknown
      : 'Headers and cookies are strings, but the input of this schema is not. Convert it, as in v.pipe(v.string(), v.toNumber())';

type Input<Schema extends StandardSchemaV1> = StandardSchemaV1.InferInput<Schema>;

const KINDS: OptionKinds<NameOptions> = { alias: text };

function namedSource<Kind extends 'header' | 'cookie'>(
  kind: Kind,
  schema: StandardSchemaV1,
  options: NameOptions = {},
): Pick<HeaderSource, 'schema' | 'alias'> & { readonly kind: Kind } {
  checkOptions(`${kind}()`, options, KINDS);
  return { kind, schema, alias: options.alias };
}

/** The source that {@link header} returns. */
export interface HeaderSource<out Value = unknown> extends ArgumentSource<Value> {
  /** Reads a header. */
  readonly kind: 'header';
  /** Validates the string, or undefined if the header is absent. */
  readonly schema: StandardSchemaV1;
  /** The name on the wire. Default: the argument's name in kebab-case. */
  readonly alias: string | undefined;
}

/**
 * Reads an HTTP header. Its default name is the argument's name in kebab-case: `userAuthToken` reads
 * `user-auth-token`. The schema receives a string, or undefined if the header is absent:
 *
 * ```ts
 * header(v.pipe(v.string(), v.toNumber()))
 * ```
 *
 * @throws TypeError if an option is unknown or `alias` isn't a string
 */
export function header<Schema extends StandardSchemaV1>(
  schema: Schema & TextInput<Schema>,
  options?: NameOptions,
): HeaderSource<StandardSchemaV1.InferOutput<Schema>> {
  return namedSource('header', schema, options);
}

/** Converts `userAuthToken` to `user-auth-token`. */
export function headerName(argument: string): string {
  return argument
    .replaceAll(/[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$&-')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** The source that {@link cookie} returns. */
export interface CookieSource<out Value = unknown> extends ArgumentSource<Value> {
  /** Reads a cookie. */
  readonly kind: 'cookie';
  /** Validates the decoded string, or undefined if the cookie is absent. */
  readonly schema: StandardSchemaV1;
  /** The name on the wire. Default: the argument's name. */
  readonly alias: string | undefined;
}

/**
 * Reads a cookie of the request. Its default name is the argument's name. The schema receives the
 * percent-decoded string, or undefined if the cookie is absent:
 *
 * ```ts
 * args: { theme: cookie(v.optional(v.string(), 'light')) }
 * ```
 *
 * @throws TypeError if an option is unknown or `alias` isn't a string
 */
export function cookie<Schema extends StandardSchemaV1>(
  schema: Schema & TextInput<Schema>,
  options?: NameOptions,
): CookieSource<StandardSchemaV1.InferOutput<Schema>> {
  return namedSource('cookie', schema, options);
}
