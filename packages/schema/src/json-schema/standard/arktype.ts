import type { StandardJSONSchemaV1 } from '@standard-schema/spec';
import {
  appendToPointer,
  isObject,
  type JsonSchema,
  type SchemaDialect,
  valueAt,
} from '@jsonrpc-kit/openrpc';
import { IMPOSSIBLE } from '../clean-schema.js';
import type { Direction } from '../json-schema.js';

/**
 * Converts an arktype type, keeping what arktype drops where JSON Schema has no equivalent.
 *
 * @throws Error for an unsupported type; the message says what to write instead
 */
export function convertArktype(
  converter: StandardJSONSchemaV1.Converter,
  direction: Direction,
  dialect: SchemaDialect,
): JsonSchema {
  const options = { target: dialect, libraryOptions: { fallback } };
  if (direction === 'input') return converter.input(options);
  const output = converter.output(options);
  const path = findUnknownOutput(converter.input(options), output);
  if (path === undefined) return output;
  const at = path === '' ? '' : ` at ${path}`;
  throw new Error(`the output type of the morph${at} is unknown; add it with .to(…)`);
}

interface FallbackContext {
  readonly code: string;
  readonly base: JsonSchema;
  readonly [detail: string]: unknown;
}

const fallback = {
  date: () => ({ type: 'string', format: 'date-time' }),
  // A narrowed value keeps its type.
  predicate: ({ base }: FallbackContext) => base,
  patternIntersection: ({ base, pattern }: FallbackContext) => ({
    ...base,
    allOf: [...((base['allOf'] as unknown[] | undefined) ?? []), { pattern }],
  }),
  // JSON has no symbols as keys.
  symbolKey: ({ base }: FallbackContext) => base,
  // A function may return a time or a random id, which would change with every generation.
  defaultValue: () => undefined,
  unit: ({ unit }: FallbackContext) => {
    if (unit === undefined) return { ...IMPOSSIBLE };
    throw new Error(`JSON has no ${typeof unit}; use "string" with a morph`);
  },
  domain: ({ domain }: FallbackContext) => {
    throw new Error(`JSON has no ${String(domain)}; use "string" with a morph`);
  },
  proto: ({ proto }: FallbackContext) => {
    throw new Error(
      `JSON has no class ${(proto as { name: string }).name}; use the type of its JSON form`,
    );
  },
  morph: () => {
    throw new Error('the output type of its morph is unknown; add it with .to(…)');
  },
  arrayPostfix: () => {
    throw new Error('JSON Schema has no array with elements after a variadic element');
  },
  arrayObject: () => {
    throw new Error('JSON Schema has no array with properties');
  },
};

/**
 * A type that deletes other members, which its input may have, says of its output that it has none. A later
 * version may have further members, so only a type that rejects them stays closed.
 */
function keepOpen(input: JsonSchema, output: JsonSchema): void {
  const isClosed = output['additionalProperties'] === false;
  if (isClosed && input['additionalProperties'] !== false) delete output['additionalProperties'];
}

/**
 * Finds an output without constraints whose input has some: arktype returns `{}` for the output of a
 * morph without a declared type.
 *
 * @returns the path of the output, such as `.items[]`
 */
function findUnknownOutput(input: JsonSchema, output: JsonSchema): string | undefined {
  const seen = new Set<unknown>();
  const search = (from: Cursor, to: Cursor): string | undefined => {
    const [inputSchema, outputSchema] = [dereference(from), dereference(to)];
    if (!isObject(inputSchema) || !isObject(outputSchema)) return undefined;
    if (seen.has(outputSchema)) return undefined;
    seen.add(outputSchema);
    keepOpen(inputSchema, outputSchema);
    if (isUnconstrained(outputSchema) && !isUnconstrained(inputSchema)) return to.path;
    for (const { pointer, step } of childrenOf(outputSchema)) {
      const path = `${to.path}${step}`;
      const found = search(
        { root: input, value: valueAt(inputSchema, pointer), path },
        { root: output, value: valueAt(outputSchema, pointer), path },
      );
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search({ root: input, value: input, path: '' }, { root: output, value: output, path: '' });
}

interface Cursor {
  readonly root: JsonSchema;
  readonly value: unknown;
  readonly path: string;
}

/** Follows references to the definitions of the same schema. */
function dereference({ root, value, path }: Cursor): unknown {
  const { $ref } = (value ?? {}) as { readonly $ref?: unknown };
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return value;
  return dereference({ root, value: valueAt(root, $ref.slice(1)), path });
}

function isUnconstrained(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) =>
    ['$schema', 'title', 'description'].includes(keyword),
  );
}

/** Returns the pointers to the subschemas of a schema, with the steps to their values. */
function childrenOf(
  schema: JsonSchema,
): readonly { readonly pointer: string; readonly step: string }[] {
  const names = Object.keys(schema['properties'] ?? {});
  const elements = (schema['prefixItems'] ?? []) as unknown[];
  return [
    ...names.map((name) => ({ pointer: appendToPointer('/properties', name), step: `.${name}` })),
    ...elements.map((_, index) => ({ pointer: `/prefixItems/${index}`, step: `[${index}]` })),
    { pointer: '/items', step: '[]' },
    { pointer: '/additionalProperties', step: '.*' },
  ];
}
