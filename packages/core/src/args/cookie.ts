import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ArgumentSource } from './argument-source.js';
import { type NameOptions, namedSource, type TextInput } from './named-source.js';

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
