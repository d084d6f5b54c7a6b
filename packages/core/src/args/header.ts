import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { text } from '../options/option-kind.js';
import type { ArgumentSource } from './argument-source.js';

/** What {@link header} makes. */
export interface HeaderSource<out Value = unknown> extends ArgumentSource<Value> {
  /** It reads a header. */
  readonly kind: 'header';
  /** Of the string, or of undefined where the header is absent. */
  readonly schema: StandardSchemaV1;
  /** The name on the wire; undefined where it is the argument's in kebab-case. */
  readonly alias: string | undefined;
}

/** How a header or a cookie is called on the wire. */
export interface NameOptions {
  /** The name on the wire. */
  readonly alias?: string | undefined;
}

const KINDS: OptionKinds<NameOptions> = { alias: text };

/**
 * An HTTP header. Its default name is the argument's in kebab-case: `userAuthToken` reads
 * `user-auth-token`. The schema gets a string, or undefined where the header is absent.
 *
 * @throws TypeError for an option that there is not, and for an alias that is no string
 */
export function header<Schema extends StandardSchemaV1>(
  schema: Schema,
  options?: NameOptions,
): HeaderSource<StandardSchemaV1.InferOutput<Schema>> {
  return namedSource('header', schema, options);
}

/** @throws TypeError where `options` are none */
export function namedSource<Kind extends string>(
  kind: Kind,
  schema: StandardSchemaV1,
  options: NameOptions = {},
): { kind: Kind; schema: StandardSchemaV1; alias: string | undefined } {
  checkOptions(`${kind}()`, options, KINDS);
  return { kind, schema, alias: options.alias };
}

/** `userAuthToken` becomes `user-auth-token`. */
export function headerName(argument: string): string {
  return argument
    .replaceAll(/[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$&-')
    .replaceAll('_', '-')
    .toLowerCase();
}
