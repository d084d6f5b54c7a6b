/** A JSON Schema that is an object. Where a boolean schema is also possible, the type says so. */
export interface JsonSchema {
  /** A keyword, such as `type` or `properties`. */
  [keyword: string]: unknown;
}

/** The JSON Schema dialect: OpenAPI 3.1 uses draft 2020-12, OpenRPC uses draft 7. */
export type Dialect = 'draft-2020-12' | 'draft-07';

/** Whether a schema describes what a client sends (`input`) or what it receives (`output`). */
export type Direction = 'input' | 'output';

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectSchema(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** Keywords whose value is a schema or an array of schemas. */
const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'allOf anyOf oneOf not if then else prefixItems items additionalItems unevaluatedItems ' +
    'contains additionalProperties unevaluatedProperties propertyNames'
  ).split(' '),
);

/** Keywords whose value maps names to schemas. */
const SCHEMA_MAP_KEYWORDS: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas $defs definitions'.split(' '),
);

/** Returns the direct subschemas of a schema. Values of `examples` and `default` are not schemas. */
function subschemas(schema: JsonSchema): readonly JsonSchema[] {
  const found: JsonSchema[] = [];
  for (const keyword in schema) {
    const value = schema[keyword];
    if (SCHEMA_KEYWORDS.has(keyword)) found.push(...[value].flat().filter(isJsonSchema));
    else if (SCHEMA_MAP_KEYWORDS.has(keyword) && isJsonSchema(value)) {
      found.push(...Object.values(value).filter(isJsonSchema));
    }
  }
  return found;
}

/** Iterates over a schema and all schemas within it, the outermost first. */
export function* allSchemas(schema: JsonSchema): Generator<JsonSchema> {
  yield schema;
  for (const inner of subschemas(schema)) yield* allSchemas(inner);
}

/** Copies a schema, replacing each direct subschema by the result of `map`. */
export function mapSubschemas(
  schema: JsonSchema,
  map: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const mapValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapValue);
    return isJsonSchema(value) ? map(value) : value;
  };
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (SCHEMA_KEYWORDS.has(keyword)) return [keyword, mapValue(value)];
    if (!SCHEMA_MAP_KEYWORDS.has(keyword) || !isJsonSchema(value)) return [keyword, value];
    const mapped = Object.entries(value).map(([name, inner]) => [name, mapValue(inner)]);
    return [keyword, Object.fromEntries(mapped)];
  });
  return Object.fromEntries(entries);
}
