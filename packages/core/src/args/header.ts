import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ArgumentSource } from './argument-source.js';
import { type NameOptions, namedSource, type TextInput } from './named-source.js';

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
