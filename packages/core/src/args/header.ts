import type { StandardSchemaV1 } from '@standard-schema/spec';
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

/**
 * An HTTP header. Its default name is the argument's in kebab-case: `userAuthToken` reads
 * `user-auth-token`. The schema gets a string, or undefined where the header is absent.
 */
export function header<Schema extends StandardSchemaV1>(
  schema: Schema,
  options: NameOptions = {},
): HeaderSource<StandardSchemaV1.InferOutput<Schema>> {
  return { kind: 'header', schema, alias: options.alias };
}

/** `userAuthToken` becomes `user-auth-token`. */
export function headerName(argument: string): string {
  return argument
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
