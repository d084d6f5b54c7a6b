import { isObject, type JsonObject, listOf } from '../document/json.js';
import type { References } from '../document/references.js';

/** A schema with its references and `allOf` resolved. */
export interface FlatSchema {
  readonly value: JsonObject;
  /** The name of the component. */
  readonly name?: string | undefined;
  readonly missing?: string | undefined;
}

const MAX_DEPTH = 8;
const MAX_PARTS = 50;

/** Resolves a reference and merges the parts of `allOf`. `true` allows every value, `false` none. */
export function flattenSchema(schema: unknown, references: References, depth = 0): FlatSchema {
  if (schema === false) return { value: { not: {} } };
  const resolved = references.resolve(schema);
  const parts = listOf(resolved.value['allOf'], MAX_PARTS);
  if (parts.length === 0 || depth >= MAX_DEPTH) return resolved;
  const { allOf: _, ...rest } = resolved.value;
  const flat = parts.map((part) => flattenSchema(part, references, depth + 1).value);
  return { ...resolved, value: flat.reduce(merge, rest) };
}

/** Merges two schemas that both apply. Where they differ, the first one is displayed. */
function merge(one: JsonObject, other: JsonObject): JsonObject {
  const properties = {
    ...(isObject(other['properties']) ? other['properties'] : {}),
    ...(isObject(one['properties']) ? one['properties'] : {}),
  };
  const required = [...listOf(one['required']), ...listOf(other['required'])];
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}

/** The alternatives of a union; none for another schema. */
export function variantsOf(schema: JsonObject): readonly unknown[] {
  const variants = listOf(schema['oneOf'], 100);
  return variants.length > 0 ? variants : listOf(schema['anyOf'], 100);
}

/** The types that a schema names or implies. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return listOf(type, 7).filter((one) => typeof one === 'string');
  if (isObject(schema['properties']) || isObject(schema['additionalProperties'])) return ['object'];
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return ['array'];
  return [];
}

/** The schemas of the first elements of an array, and that of the others. */
export function itemsOf(schema: JsonObject): {
  readonly first: readonly unknown[];
  readonly others: unknown;
} {
  const { items, prefixItems, additionalItems } = schema;
  if (Array.isArray(prefixItems)) return { first: listOf(prefixItems, 100), others: items };
  if (Array.isArray(items)) return { first: listOf(items, 100), others: additionalItems };
  return { first: [], others: items };
}
