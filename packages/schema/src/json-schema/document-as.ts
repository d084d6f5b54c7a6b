import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isObject, type JsonSchema } from '@jsonrpc-kit/openrpc';
import type { Direction } from './json-schema.js';

/** The JSON Schemas of a schema that transforms its value. */
export interface JsonSchemas {
  /** Describes the value that a client sends, such as a parameter. */
  readonly input: Readonly<JsonSchema>;
  /** Describes the value that a client receives, such as a result. */
  readonly output: Readonly<JsonSchema>;
}

const declared = new WeakMap<object, JsonSchemas>();

/**
 * Declares the JSON Schema of a schema that has none, or replaces the generated one.
 *
 * ```ts
 * const Duration = documentAs(v.custom<string>(isDuration), { type: 'string', format: 'duration' });
 * ```
 *
 * It also applies to parts of larger valibot and zod schemas.
 *
 * @param jsonSchema draft 2020-12; `{ input, output }` for a schema that transforms its value
 * @returns the schema itself
 */
export function documentAs<Schema extends StandardSchemaV1>(
  schema: Schema,
  jsonSchema: Readonly<JsonSchema> | JsonSchemas,
): Schema {
  const { input, output } = jsonSchema;
  // JSON Schema has no keywords of these names, so the two forms are distinguishable.
  declared.set(
    schema,
    isObject(input) && isObject(output)
      ? { input, output }
      : { input: jsonSchema as JsonSchema, output: jsonSchema as JsonSchema },
  );
  return schema;
}

/** Returns a copy of the JSON Schema declared by {@link documentAs}. */
export function declaredJsonSchema(schema: object, direction: Direction): JsonSchema | undefined {
  const found = declared.get(schema)?.[direction];
  return found && structuredClone(found);
}
