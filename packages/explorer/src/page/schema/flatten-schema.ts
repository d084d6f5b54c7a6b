import { isObject } from '@jsonrpc-kit/openrpc';
import { type JsonObject, listOf, objectOf } from '../document/json.js';
import type { References, Resolved } from '../document/references.js';

/** More parts of `allOf` are left out, since a part may contain itself, even several times. */
const MAX_PARTS = 100;
const MAX_PROPERTIES = 5000;

/** The page flattens the same schema many times: for its type, its children and its sample. */
const known = new WeakMap<References, WeakMap<object, Resolved>>();

/** Resolves a reference and merges the parts of `allOf`. `true` allows every value, `false` none. */
export function flattenSchema(schema: unknown, references: References): Resolved {
  if (schema === false) return { value: NEVER };
  if (!isObject(schema)) return { value: {} };
  const ofReferences = known.get(references) ?? new WeakMap<object, Resolved>();
  known.set(references, ofReferences);
  const flat = ofReferences.get(schema) ?? flatten(schema, references);
  ofReferences.set(schema, flat);
  return flat;
}

function flatten(schema: JsonObject, references: References): Resolved {
  const resolved = references.resolve(schema);
  const pending = [...partsOf(resolved.value)];
  let value = withoutParts(resolved.value);
  let properties = 0;
  for (let count = 0; pending.length > 0 && count < MAX_PARTS; count++) {
    const part = pending.shift();
    const next = part === false ? NEVER : references.resolve(part).value;
    properties += Object.keys(objectOf(next['properties'])).length;
    if (properties > MAX_PROPERTIES) break;
    pending.unshift(...partsOf(next));
    value = merge(value, withoutParts(next));
  }
  return { ...resolved, value };
}

const NEVER: JsonObject = { not: {} };

function partsOf(schema: JsonObject): readonly unknown[] {
  return listOf(schema['allOf'], MAX_PARTS);
}

function withoutParts(schema: JsonObject): JsonObject {
  if (!('allOf' in schema)) return schema;
  const { allOf: _, ...others } = schema;
  return others;
}

/** Merges two schemas that both apply. Where they differ, the first one is displayed. */
function merge(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...objectOf(other['properties']), ...objectOf(one['properties']) };
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
  if (Array.isArray(type)) {
    return [...new Set(listOf(type, 7))].filter((one) => typeof one === 'string');
  }
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
