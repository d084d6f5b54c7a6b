/** A JSON Schema that is an object. Where a boolean schema is also possible, the type says so. */
export interface JsonSchema {
  /** A keyword, such as `type` or `properties`. */
  [keyword: string]: unknown;
}

/** The dialects of JSON Schema: OpenRPC 1.x uses draft-07, OpenAPI 3.1 uses draft 2020-12. */
export type SchemaDialect = 'draft-07' | 'draft-2020-12';

/** Whether a value is an object of JSON, and neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
    if (SCHEMA_KEYWORDS.has(keyword)) found.push(...[value].flat().filter(isObject));
    else if (SCHEMA_MAP_KEYWORDS.has(keyword) && isObject(value)) {
      found.push(...Object.values(value).filter(isObject));
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
    return isObject(value) ? map(value) : value;
  };
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (SCHEMA_KEYWORDS.has(keyword)) return [keyword, mapValue(value)];
    if (!SCHEMA_MAP_KEYWORDS.has(keyword) || !isObject(value)) return [keyword, value];
    const mapped = Object.entries(value).map(([name, inner]) => [name, mapValue(inner)]);
    return [keyword, Object.fromEntries(mapped)];
  });
  return Object.fromEntries(entries);
}
