import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.js';
import { type Maker, NO_EXAMPLE } from './maker.js';

/** One element, which says what it is, unless more or none are asked for. */
export function exampleArray(schema: JsonSchema, maker: Maker, nth: number): unknown {
  const { minItems, maxItems } = schema;
  const { first, rest } = elements(schema);
  const least = typeof minItems === 'number' ? minItems : 0;
  const most = typeof maxItems === 'number' ? maxItems : Infinity;
  const wanted = Math.min(
    Math.max(least, first.length > 0 ? least : isJsonSchema(rest) ? 1 : 0),
    most,
  );
  const made: unknown[] = [];
  for (let index = 0; made.length < wanted && index < wanted + 20; index++) {
    const value = maker.make(first[made.length] ?? rest, nth + variant(schema, index));
    if (value === NO_EXAMPLE) return made.length < least ? NO_EXAMPLE : made;
    if (schema['uniqueItems'] !== true || !includes(made, value)) made.push(value);
  }
  return made;
}

/** By both dialects: the elements by position, and those behind them. */
function elements({ prefixItems, items, additionalItems }: JsonSchema): {
  readonly first: readonly unknown[];
  readonly rest: unknown;
} {
  if (Array.isArray(items)) return { first: items, rest: additionalItems ?? {} };
  return { first: Array.isArray(prefixItems) ? prefixItems : [], rest: items ?? {} };
}

function variant({ uniqueItems }: JsonSchema, index: number): number {
  return uniqueItems === true ? index : 0;
}

function includes(values: readonly unknown[], value: unknown): boolean {
  const text = JSON.stringify(value);
  return values.some((other) => JSON.stringify(other) === text);
}
