import type { JsonSchema } from '../json-schema/json-schema.js';

export type JsonType =
  | 'object'
  | 'array'
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'null'
  | 'never';

const HINTS: readonly (readonly [JsonType, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'propertyNames', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The type to make an example of: null only where there is nothing else. */
export function typeOf(schema: JsonSchema): JsonType {
  const { type, not } = schema;
  if (JSON.stringify(not) === '{}' || (Array.isArray(type) && type.length === 0)) return 'never';
  const types = [type].flat().filter((one): one is JsonType => typeof one === 'string');
  const named = types.find((one) => one !== 'null') ?? types[0];
  // Anything may be a string.
  return (
    named ?? HINTS.find(([, keywords]) => keywords.some((one) => one in schema))?.[0] ?? 'string'
  );
}
