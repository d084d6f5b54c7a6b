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

/** Returns the types that the keyword `type` accepts; without the keyword all. */
export function typesOfKeyword(type: unknown): TypeSet {
  if (type === undefined) return ALL_TYPES;
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

/** Returns the names of JSON Schema, as in `number or null`. */
export function describeTypes(types: Iterable<JsonType>): string {
  const names = new Set<string>(types);
  if (names.delete('fraction')) {
    names.delete('integer');
    names.add('number');
  }
  return [...names].toSorted().join(' or ');
}
