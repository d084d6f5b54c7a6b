import { clip, type JsonObject, listOf, shortJson } from '../document/json.js';

/** Describes the constraints of a schema, such as `at least 1` and `default 50`. */
export function schemaFacts(schema: JsonObject): readonly string[] {
  return [
    ...range(schema, ['minimum', 'maximum'], (text) => text),
    ...exclusive(schema),
    ...range(
      schema,
      ['minLength', 'maxLength'],
      (text, count) => `${text} ${plural(count, 'character')}`,
    ),
    ...range(
      schema,
      ['minItems', 'maxItems'],
      (text, count) => `${text} ${plural(count, 'element')}`,
    ),
    ...range(
      schema,
      ['minProperties', 'maxProperties'],
      (text, count) => `${text} ${plural(count, 'member')}`,
    ),
    ...(schema['uniqueItems'] === true ? ['unique elements'] : []),
    ...named(schema, 'multipleOf', 'multiple of'),
    ...named(schema, 'format', 'format'),
    ...named(schema, 'pattern', 'pattern'),
    ...named(schema, 'contentEncoding', 'encoded as'),
    ...('default' in schema ? [`default ${shortJson(schema['default'])}`] : []),
    ...(schema['readOnly'] === true ? ['read-only'] : []),
    ...(schema['writeOnly'] === true ? ['write-only'] : []),
    ...examples(schema),
  ];
}

/** The values of a long `enum`, which its type doesn't show. */
export function enumValues(schema: JsonObject): readonly string[] {
  const values = listOf(schema['enum'], 200).map((value) => shortJson(value, 60));
  return values.join(' | ').length <= 40 ? [] : values;
}

function examples(schema: JsonObject): readonly string[] {
  const values = [...listOf(schema['examples'], 3)];
  if ('example' in schema) values.push(schema['example']);
  const texts = values.slice(0, 3).map((value) => shortJson(value, 40));
  return texts.length === 0 ? [] : [`for example ${texts.join(', ')}`];
}

function named(schema: JsonObject, keyword: string, label: string): readonly string[] {
  const value = schema[keyword];
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [`${label} ${clip(String(value), 100)}`];
}

function range(
  schema: JsonObject,
  [minimum, maximum]: readonly [string, string],
  describe: (text: string, count: number) => string,
): readonly string[] {
  const low = numberOf(schema[minimum]);
  const high = numberOf(schema[maximum]);
  // JavaScript's limits are those of every number.
  const isLow = low !== undefined && low > Number.MIN_SAFE_INTEGER && !isTrivial(minimum, low);
  const isHigh = high !== undefined && high < Number.MAX_SAFE_INTEGER;
  if (isLow && isHigh && low === high) return [describe(`exactly ${low}`, low)];
  if (isLow && isHigh) return [describe(`${low} to ${high}`, high)];
  if (isLow) return [describe(`at least ${low}`, low)];
  return isHigh ? [describe(`at most ${high}`, high)] : [];
}

const isTrivial = (keyword: string, value: number): boolean => keyword !== 'minimum' && value === 0;

function exclusive(schema: JsonObject): readonly string[] {
  const low = numberOf(schema['exclusiveMinimum']);
  const high = numberOf(schema['exclusiveMaximum']);
  return [
    ...(low === undefined ? [] : [`more than ${low}`]),
    ...(high === undefined ? [] : [`less than ${high}`]),
  ];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}
