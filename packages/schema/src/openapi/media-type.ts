import type { JsonSchema } from '../json-schema/json-schema.js';

/** An example under its name (OpenAPI 3.1: Example Object). */
export interface NamedExample {
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly value: unknown;
}

/** `content` of a body (OpenAPI 3.1: Media Type Object). */
export interface JsonContent {
  readonly 'application/json': {
    readonly schema: JsonSchema;
    readonly example?: unknown;
    readonly examples?: Readonly<Record<string, NamedExample>>;
  };
}

/** One example stands by itself, several stand under their names. */
export function jsonContent(
  schema: JsonSchema,
  examples: Readonly<Record<string, NamedExample>> = {},
): JsonContent {
  const [first, ...others] = Object.values(examples);
  if (first === undefined) return { 'application/json': { schema } };
  return {
    'application/json':
      others.length === 0 ? { schema, example: first.value } : { schema, examples },
  };
}
