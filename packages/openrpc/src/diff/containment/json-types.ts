/**
 * The types of JSON values, without overlap: `number` of JSON Schema is `integer` and `fraction`.
 */
export type JsonType = 'array' | 'boolean' | 'fraction' | 'integer' | 'null' | 'object' | 'string';

export type TypeSet = ReadonlySet<JsonType>;

export const ALL_TYPES: TypeSet = new Set<JsonType>([
  'array',
  'boolean',
  'fraction',
  'integer',
  'null',
  'object',
  'string',
]);

/** Whether a value of the keyword `type`, or its absence, is valid. */
export function isTypeKeyword(type: unknown): boolean {
  if (type === undefined) return true;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.length > 0 && names.every((name) => name === 'number' || TYPE_NAMES.has(name));
}

/** The names of JSON Schema, without `number`. */
const TYPE_NAMES: ReadonlySet<unknown> = new Set(
  [...ALL_TYPES].filter((one) => one !== 'fraction'),
);

/** Returns the types that the keyword `type` accepts: without the keyword, and for an unknown type, all. */
export function typesOfKeyword(type: unknown): TypeSet {
  if (type === undefined || !isTypeKeyword(type)) return ALL_TYPES;
  const names = (Array.isArray(type) ? type : [type]) as readonly JsonType[];
  return new Set(
    names.flatMap((name: string) =>
      name === 'number' ? (['integer', 'fraction'] as const) : [name as JsonType],
    ),
  );
}

export function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value as JsonType;
}

/** Returns the names of values, as in `null or numbers`. */
export function describeTypes(types: Iterable<JsonType>): string {
  const names = new Set<string>(types);
  if (names.delete('fraction')) {
    names.delete('integer');
    names.add('number');
  }
  const plural = [...names].map((name) => (name === 'null' ? name : `${name}s`));
  return plural.toSorted().join(' or ');
}
