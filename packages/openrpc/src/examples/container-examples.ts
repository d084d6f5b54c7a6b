import { isObject, type JsonSchema } from '../document/json-schema.js';

/** Returned if no value fits a schema, or if every value would be infinitely deep. */
export const NO_EXAMPLE: unique symbol = Symbol('no example');

/** Generates the values within an object or array. */
export interface ValueGenerator {
  /**
   * @param nth 0 for the first value, 1 for a different one, and so on
   * @returns {@link NO_EXAMPLE} if no value fits
   */
  generate(schema: unknown, nth?: number): unknown;
  /** Returns whether the schema has its own example or default. */
  hasOwnValue(schema: unknown): boolean;
}

/** How often to try for another value before giving up. */
const MAX_ATTEMPTS = 20;

/**
 * Generates an object with the required members, and the optional ones that have their own example
 * or default: other optional members would only distract a reader.
 */
export function objectExample(schema: JsonSchema, nth: number, values: ValueGenerator): unknown {
  const properties = (schema['properties'] ?? {}) as JsonSchema;
  const required = new Set((schema['required'] ?? []) as string[]);
  const example: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (!required.has(name) && !values.hasOwnValue(property)) continue;
    const value = values.generate(property, nth);
    if (value !== NO_EXAMPLE) example[name] = value;
    else if (required.has(name)) return NO_EXAMPLE;
  }
  for (const name of required) {
    if (Object.hasOwn(properties, name)) continue;
    const value = values.generate(schema['additionalProperties'] ?? {});
    if (value === NO_EXAMPLE) return NO_EXAMPLE;
    example[name] = value;
  }
  addMissingMembers(example, schema, values);
  return example;
}

/** Adds members up to `minProperties`, and one to a record, to show the type of its values. */
function addMissingMembers(
  example: Record<string, unknown>,
  schema: JsonSchema,
  values: ValueGenerator,
): void {
  const { minProperties, properties = {}, additionalProperties = {}, propertyNames = {} } = schema;
  const minimum = typeof minProperties === 'number' ? minProperties : isRecord(schema) ? 1 : 0;
  const isComplete = (): boolean => Object.keys(example).length >= minimum;
  for (const [name, property] of Object.entries(properties as JsonSchema)) {
    if (isComplete()) return;
    if (Object.hasOwn(example, name)) continue;
    const value = values.generate(property);
    if (value !== NO_EXAMPLE) example[name] = value;
  }
  for (let nth = 0; !isComplete() && nth < minimum + MAX_ATTEMPTS; nth++) {
    const value = values.generate(additionalProperties, nth);
    if (value === NO_EXAMPLE) return;
    example[String(values.generate({ type: 'string', allOf: [propertyNames] }, nth))] = value;
  }
}

function isRecord({ properties, additionalProperties, maxProperties }: JsonSchema): boolean {
  return (
    properties === undefined &&
    typeof additionalProperties === 'object' &&
    (maxProperties === undefined || (maxProperties as number) > 0)
  );
}

/** Generates an array with one element, to show its type, or as many as the schema requires. */
export function arrayExample(schema: JsonSchema, nth: number, values: ValueGenerator): unknown {
  const { minItems, maxItems, uniqueItems } = schema;
  const { first, rest } = elementSchemas(schema);
  const minimum = typeof minItems === 'number' ? minItems : 0;
  const maximum = typeof maxItems === 'number' ? maxItems : Infinity;
  const wanted = first.length === 0 && isObject(rest) ? Math.max(minimum, 1) : minimum;
  const length = Math.min(wanted, maximum);
  const example: unknown[] = [];
  for (let index = 0; example.length < length && index < length + MAX_ATTEMPTS; index++) {
    const variant = nth + (uniqueItems === true ? index : 0);
    const value = values.generate(first[example.length] ?? rest, variant);
    if (value === NO_EXAMPLE) return example.length < minimum ? NO_EXAMPLE : example;
    if (uniqueItems !== true || !includes(example, value)) example.push(value);
  }
  return example;
}

/** Returns the schemas by position and the one for further elements, in both dialects. */
function elementSchemas({ prefixItems, items, additionalItems }: JsonSchema): {
  readonly first: readonly unknown[];
  readonly rest: unknown;
} {
  if (Array.isArray(items)) return { first: items, rest: additionalItems ?? {} };
  return { first: Array.isArray(prefixItems) ? prefixItems : [], rest: items ?? {} };
}

function includes(values: readonly unknown[], value: unknown): boolean {
  const text = JSON.stringify(value);
  return values.some((other) => JSON.stringify(other) === text);
}
