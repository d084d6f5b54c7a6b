import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { text } from '../options/option-kind.js';

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
export function namedSource<Kind extends 'header' | 'cookie'>(
  kind: Kind,
  schema: StandardSchemaV1,
  options: NameOptions = {},
): NamedSource<Kind> {
  checkOptions(`${kind}()`, options, KINDS);
  return { kind, schema, alias: options.alias };
}
