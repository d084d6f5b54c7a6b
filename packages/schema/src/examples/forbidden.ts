import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.js';

/** Whether the `not` of a schema names the value. */
export function isForbidden(value: unknown, { not }: JsonSchema): boolean {
  return isJsonSchema(not) && names(not, JSON.stringify(value));
}

function names(schema: JsonSchema, text: string): boolean {
  const { const: constant, enum: values, anyOf } = schema;
  if ('const' in schema && JSON.stringify(constant) === text) return true;
  if (Array.isArray(values) && values.some((value) => JSON.stringify(value) === text)) return true;
  return (
    Array.isArray(anyOf) && anyOf.some((option) => isJsonSchema(option) && names(option, text))
  );
}
