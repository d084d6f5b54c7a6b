import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isJsonSchema, type Direction, type JsonSchema } from './json-schema.js';

type Given = Readonly<Record<Direction, JsonSchema>>;

/** A JSON Schema for each direction of a schema that transforms. */
export interface JsonSchemas {
  /** Of what comes in, as a parameter. */
  readonly input: Readonly<JsonSchema>;
  /** Of what goes out, as a result. */
  readonly output: Readonly<JsonSchema>;
}

const given = new WeakMap<object, Given>();

/**
 * Says what the documents show for a schema that has no JSON Schema of its own, or a better one.
 *
 * ```ts
 * const Duration = documentAs(v.custom<string>(isDuration), { type: 'string', format: 'duration' });
 * ```
 *
 * Within another schema it is found where that is one of valibot or zod.
 *
 * @param jsonSchema draft 2020-12; for a schema that transforms, `{ input, output }`
 * @returns the schema itself
 */
export function documentAs<Schema extends StandardSchemaV1>(
  schema: Schema,
  jsonSchema: Readonly<JsonSchema> | JsonSchemas,
): Schema {
  const { input, output } = jsonSchema;
  // A JSON Schema has no keywords of these names, so the two can be told apart.
  given.set(
    schema,
    isJsonSchema(input) && isJsonSchema(output)
      ? { input, output }
      : { input: jsonSchema as JsonSchema, output: jsonSchema as JsonSchema },
  );
  return schema;
}

/** A copy of what {@link documentAs} was given. */
export function documentedAs(schema: object, direction: Direction): JsonSchema | undefined {
  const found = given.get(schema)?.[direction];
  return found && structuredClone(found);
}
