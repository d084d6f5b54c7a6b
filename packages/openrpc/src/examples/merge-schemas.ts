import type { JsonSchema } from '../document/json-schema.js';

type Merge = (one: unknown, other: unknown) => unknown;

const larger: Merge = (one, other) => Math.max(one as number, other as number);
const smaller: Merge = (one, other) => Math.min(one as number, other as number);
const concatenated: Merge = (one, other) => [...(one as unknown[]), ...(other as unknown[])];
const both: Merge = (one, other) => ({ allOf: [one, other] });
/** Unions of more alternatives than this are merged in part. */
const MAX_ALTERNATIVES = 100;
const product: Merge = (one, other) =>
  (one as unknown[])
    .slice(0, MAX_ALTERNATIVES)
    .flatMap((a) => (other as unknown[]).map((b) => both(a, b)))
    .slice(0, MAX_ALTERNATIVES);

const MERGES: Readonly<Record<string, Merge>> = {
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  multipleOf: leastCommonMultiple,
  required: concatenated,
  patterns: concatenated,
  properties: mergeRecords,
  items: both,
  additionalProperties: both,
  propertyNames: both,
  anyOf: product,
  oneOf: product,
  not: (one, other) => ({ anyOf: [one, other] }),
  type: mergeTypes,
  enum: (one, other) => {
    const values = new Set((other as unknown[]).map((value) => JSON.stringify(value)));
    return (one as unknown[]).filter((value) => values.has(JSON.stringify(value)));
  },
};

/** Moves `pattern` into `patterns`, since several patterns can apply to one string. */
function withPatterns({ pattern, ...rest }: JsonSchema): JsonSchema {
  const { patterns = [] } = rest;
  return pattern === undefined ? rest : { ...rest, patterns: [...(patterns as string[]), pattern] };
}

/**
 * Merges two schemas that apply to the same value, as precisely as examples require: `patterns`
 * collects all patterns, and the first of two formats wins.
 */
export function mergeSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  const merged = withPatterns(one);
  for (const [keyword, value] of Object.entries(withPatterns(other))) {
    const merge = Object.hasOwn(MERGES, keyword) ? MERGES[keyword] : undefined;
    if (!(keyword in merged)) merged[keyword] = value;
    else if (merge !== undefined) merged[keyword] = merge(merged[keyword], value);
  }
  return merged;
}

function mergeRecords(one: unknown, other: unknown): JsonSchema {
  const merged = { ...(one as JsonSchema) };
  for (const [name, schema] of Object.entries(other as JsonSchema)) {
    merged[name] = Object.hasOwn(merged, name) ? both(merged[name], schema) : schema;
  }
  return merged;
}

function mergeTypes(one: unknown, other: unknown): unknown {
  const these = [one].flat() as string[];
  const those = [other].flat() as string[];
  const common = these.filter((type) => those.includes(type));
  if (common.length > 0) return common;
  const numbers = ['integer', 'number'];
  // An integer is also a number; no value has two other types.
  const isInteger = [these, those].every((types) => types.some((type) => numbers.includes(type)));
  return isInteger ? 'integer' : [];
}

function leastCommonMultiple(one: unknown, other: unknown): number {
  const [a, b] = [one as number, other as number];
  for (let times = 1; times <= 1000; times++) if ((a * times) % b === 0) return a * times;
  return a;
}
