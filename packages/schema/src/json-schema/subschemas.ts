import { isJsonSchema, type JsonSchema } from './json-schema.js';

/** Keywords whose value is a schema, or a list of them. */
const SCHEMAS: ReadonlySet<string> = new Set(
  (
    'allOf anyOf oneOf not if then else prefixItems items additionalItems unevaluatedItems ' +
    'contains additionalProperties unevaluatedProperties propertyNames'
  ).split(' '),
);

/** Keywords whose value has schemas by name. */
const RECORDS: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas $defs definitions'.split(' '),
);

/** The schemas that stand directly in a schema; examples and defaults hold none. */
export function subschemas(schema: JsonSchema): readonly JsonSchema[] {
  const inner: JsonSchema[] = [];
  for (const keyword in schema) {
    const value = schema[keyword];
    if (SCHEMAS.has(keyword)) inner.push(...[value].flat().filter(isJsonSchema));
    else if (RECORDS.has(keyword) && isJsonSchema(value)) {
      inner.push(...Object.values(value).filter(isJsonSchema));
    }
  }
  return inner;
}

/** The schema and all that stand in it, the outermost first. */
export function* allSchemas(schema: JsonSchema): Generator<JsonSchema> {
  yield schema;
  for (const inner of subschemas(schema)) yield* allSchemas(inner);
}
