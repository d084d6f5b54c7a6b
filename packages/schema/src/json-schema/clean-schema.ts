import { allSchemas, isObject, type JsonSchema } from '@jsonrpc-kit/openrpc';
import type { Direction } from './json-schema.js';

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    '$ref $defs $comment definitions title description default examples deprecated readOnly ' +
    'writeOnly type enum const format pattern allOf anyOf oneOf not if then else multipleOf ' +
    'maximum minimum exclusiveMaximum exclusiveMinimum maxLength minLength items prefixItems ' +
    'additionalItems unevaluatedItems contains maxItems minItems uniqueItems maxContains ' +
    'minContains properties patternProperties additionalProperties unevaluatedProperties ' +
    'propertyNames required maxProperties minProperties dependentRequired dependentSchemas ' +
    'dependencies contentEncoding contentMediaType contentSchema discriminator externalDocs ' +
    'xml'
  ).split(' '),
);

/** The schema that no JSON value satisfies. Converters use it for `undefined`. */
export const IMPOSSIBLE: JsonSchema = { not: {} };

export function isImpossible(schema: unknown): boolean {
  if (!isObject(schema) || Object.keys(schema).length !== 1) return false;
  const { not } = schema;
  return isObject(not) && Object.keys(not).length === 0;
}

/**
 * Prepares a converted schema for publication: removes unknown keywords, options of unions that JSON
 * can't express, and for outputs the defaults, which are already applied.
 *
 * @returns plain JSON, in which for example a default date is a string
 * @throws TypeError if an example or default can't be encoded as JSON
 */
export function cleanSchema(schema: JsonSchema, direction: Direction): JsonSchema {
  for (const inner of allSchemas(schema)) {
    removeUnknownKeywords(inner);
    removeUnicodePattern(inner);
    if (direction === 'output') delete inner['default'];
  }
  const json = JSON.parse(JSON.stringify(schema)) as JsonSchema;
  for (const inner of allSchemas(json)) {
    if (direction === 'output') relaxRequired(inner);
    removeImpossibleOptions(inner);
  }
  return json;
}

/** Libraries copy all metadata of a schema, including application-specific keys; `x-` keys stay. */
function removeUnknownKeywords(schema: JsonSchema): void {
  for (const keyword of Object.keys(schema)) {
    if (!KEYWORDS.has(keyword) && !keyword.startsWith('x-')) delete schema[keyword];
  }
}

/** A property or a code point of Unicode, or a character that is two without the flag `u`. */
const NEEDS_FLAG_U = /\\[pPu]\{|[\ud800-\udfff]/;

/**
 * Removes a pattern that means something else without the flag `u`: there, `\p{L}` is the text `p{L}`. Draft
 * 2020-12 recommends the flag, but many validators and generators compile patterns without it, and would
 * reject values that the server accepts.
 */
function removeUnicodePattern(schema: JsonSchema): void {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return;
  const withoutBackslashes = pattern.replaceAll(String.raw`\\`, '');
  if (NEEDS_FLAG_U.test(withoutBackslashes)) delete schema['pattern'];
}

function removeImpossibleOptions(schema: JsonSchema): void {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return;
  const possible: readonly unknown[] = anyOf.filter((option) => !isImpossible(option));
  const [only, ...others] = possible;
  if (possible.length === anyOf.length || only === undefined) return;
  if (isObject(only) && others.length === 0 && Object.keys(schema).length === 1) {
    delete schema['anyOf'];
    Object.assign(schema, only);
  } else {
    schema['anyOf'] = possible;
  }
}

/** JSON omits undefined members, so a property that can be undefined is not required. */
function relaxRequired(schema: JsonSchema): void {
  const { properties, required } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return;
  const always = (required as string[]).filter((name) => !canBeUndefined(properties[name]));
  if (always.length > 0) schema['required'] = always;
  else delete schema['required'];
}

function canBeUndefined(property: unknown): boolean {
  const options = isObject(property) ? property['anyOf'] : undefined;
  return isImpossible(property) || (Array.isArray(options) && options.some(isImpossible));
}
