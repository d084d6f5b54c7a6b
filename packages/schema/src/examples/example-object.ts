import type { JsonSchema } from '../json-schema/json-schema.js';
import { type Maker, NO_EXAMPLE } from './maker.js';

/**
 * What is required, and beside it what brings an example or a default of its own: the rest would
 * only be in the way of who tries it out.
 */
export function exampleObject(schema: JsonSchema, maker: Maker, nth: number): unknown {
  const properties = (schema['properties'] ?? {}) as JsonSchema;
  const required = new Set((schema['required'] ?? []) as string[]);
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (!required.has(name) && !maker.brings(property)) continue;
    const value = maker.make(property, nth);
    if (value !== NO_EXAMPLE) made[name] = value;
    else if (required.has(name)) return NO_EXAMPLE;
  }
  for (const name of required) {
    if (!Object.hasOwn(properties, name))
      made[name] = maker.make(schema['additionalProperties'] ?? {});
  }
  return filled(made, schema, maker);
}

/** With as many members as are asked for. */
function filled(made: Record<string, unknown>, schema: JsonSchema, maker: Maker): unknown {
  const { minProperties, properties = {}, additionalProperties = {}, propertyNames = {} } = schema;
  const least = typeof minProperties === 'number' ? minProperties : isRecord(schema) ? 1 : 0;
  const count = (): number => Object.keys(made).length;
  for (const [name, property] of Object.entries(properties as JsonSchema)) {
    if (count() >= least) break;
    if (Object.hasOwn(made, name)) continue;
    const value = maker.make(property);
    if (value !== NO_EXAMPLE) made[name] = value;
  }
  for (let number = 0; count() < least && number < least + 20; number++) {
    const value = maker.make(additionalProperties, number);
    if (value === NO_EXAMPLE) break;
    made[String(maker.make({ type: 'string', allOf: [propertyNames] }, number))] = value;
  }
  return made;
}

/** It has no members by name: one of them says what it is. */
function isRecord({ properties, additionalProperties, maxProperties }: JsonSchema): boolean {
  return (
    properties === undefined &&
    typeof additionalProperties === 'object' &&
    (maxProperties === undefined || (maxProperties as number) > 0)
  );
}
