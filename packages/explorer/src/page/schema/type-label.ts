import { isObject } from '@jsonrpc-kit/openrpc';
import { clip, type JsonObject, listOf, shortJson, textOf } from '../document/json.js';
import type { References } from '../document/references.js';
import { flattenSchema, itemsOf, typesOf, variantsOf } from './flatten-schema.js';

const MAX_DEPTH = 4;
const MAX_LENGTH = 64;

/** Describes the type of a schema in a few words, such as `Account[]` or `string | null`. */
export function typeLabel(schema: unknown, references: References, depth = 0): string {
  const { value, name, missing } = flattenSchema(schema, references);
  if (missing !== undefined) return name ?? 'unknown';
  return clip(labelOf(value, name, references, depth), MAX_LENGTH);
}

function labelOf(
  schema: JsonObject,
  name: string | undefined,
  references: References,
  depth: number,
): string {
  if ('const' in schema) return shortJson(schema['const'], 30);
  const types = typesOf(schema);
  const values = listOf(schema['enum'], 100);
  if (values.length > 0) return enumLabel(values, types);
  const variants = variantsOf(schema);
  const isComplex = variants.length > 0 || types.includes('object');
  if (isComplex && name !== undefined) return name;
  if (variants.length > 0) return unionLabel(variants, references, depth);
  if (types.length === 0) return isNever(schema) ? 'never' : 'any';
  return types.map((type) => plainLabel(type, schema, references, depth)).join(' | ');
}

function isNever({ not }: JsonObject): boolean {
  return isObject(not) && Object.keys(not).length === 0;
}

function enumLabel(values: readonly unknown[], types: readonly string[]): string {
  const label = values.map((value) => shortJson(value, 30)).join(' | ');
  return label.length <= 40 ? label : `enum of ${types[0] ?? 'values'}`;
}

function unionLabel(variants: readonly unknown[], references: References, depth: number): string {
  if (depth >= MAX_DEPTH) return `one of ${variants.length}`;
  const labels = variants.slice(0, 5).map((one) => typeLabel(one, references, depth + 1));
  const unique = [...new Set(labels)];
  const label = unique.join(' | ');
  const isShort = variants.length <= 5 && unique.length === labels.length && label.length <= 48;
  return isShort ? label : `one of ${variants.length}`;
}

function plainLabel(
  type: string,
  schema: JsonObject,
  references: References,
  depth: number,
): string {
  if (type === 'array') return arrayLabel(schema, references, depth);
  if (type !== 'object') return type.slice(0, 40);
  const { additionalProperties, properties, title } = schema;
  if (isObject(additionalProperties) && properties === undefined && depth < MAX_DEPTH) {
    return `map of ${typeLabel(additionalProperties, references, depth + 1)}`;
  }
  const word = textOf(title, 40);
  return word !== undefined && /^\w+$/.test(word) ? word : 'object';
}

function arrayLabel(schema: JsonObject, references: References, depth: number): string {
  const { first, others } = itemsOf(schema);
  if (depth >= MAX_DEPTH) return 'array';
  if (first.length > 0) {
    const labels = first.slice(0, 4).map((one) => typeLabel(one, references, depth + 1));
    return `[${labels.join(', ')}${first.length > 4 ? ', …' : ''}]`;
  }
  if (others === undefined || others === true) return 'array';
  const item = typeLabel(others, references, depth + 1);
  return item.includes(' ') ? `(${item})[]` : `${item}[]`;
}
