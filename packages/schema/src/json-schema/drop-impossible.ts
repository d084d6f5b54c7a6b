import { type Direction, isJsonSchema, type JsonSchema } from './json-schema.js';
import { allSchemas } from './subschemas.js';

/**
 * Takes out of unions what no JSON can be, as `undefined`. A member that may be undefined is not
 * always there when it goes out.
 */
export function dropImpossible(schema: JsonSchema, direction: Direction): JsonSchema {
  for (const inner of allSchemas(schema)) {
    if (direction === 'output') requireLess(inner);
    if (Array.isArray(inner['anyOf'])) dropOptions(inner, inner['anyOf']);
  }
  return schema;
}

function dropOptions(schema: JsonSchema, options: readonly unknown[]): void {
  const possible = options.filter((option) => !isImpossible(option));
  const [only, ...others] = possible;
  if (possible.length === options.length || only === undefined) return;
  if (isJsonSchema(only) && others.length === 0 && Object.keys(schema).length === 1) {
    delete schema['anyOf'];
    Object.assign(schema, only);
  } else {
    schema['anyOf'] = possible;
  }
}

function requireLess(schema: JsonSchema): void {
  const { properties, required } = schema;
  if (!isJsonSchema(properties) || !Array.isArray(required)) return;
  const rest = (required as string[]).filter((name) => !mayBeMissing(properties[name]));
  if (rest.length > 0) schema['required'] = rest;
  else delete schema['required'];
}

function mayBeMissing(property: unknown): boolean {
  const options = isJsonSchema(property) ? property['anyOf'] : undefined;
  return isImpossible(property) || (Array.isArray(options) && options.some(isImpossible));
}

function isImpossible(schema: unknown): boolean {
  return JSON.stringify(schema) === '{"not":{}}';
}
