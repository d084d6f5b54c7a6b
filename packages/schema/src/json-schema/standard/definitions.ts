import {
  allSchemas,
  appendToPointer,
  isObject,
  type JsonSchema,
  mapSubschemas,
  parsePointer,
} from '@jsonrpc-kit/openrpc';

/** A component for a definition, created before its schema is known. */
export interface ReservedComponent {
  readonly reference: string;
  readonly setSchema: (schema: JsonSchema) => void;
}

/** @param name the name that the author of the schema has chosen */
export type ReserveComponent = (name: string | undefined) => ReservedComponent;

/**
 * Moves the definitions of a self-contained schema into components: its references start at its own
 * root, so it can't be part of another document otherwise. Named and recursive definitions become
 * components; the others are inlined.
 */
export function extractDefinitions(schema: JsonSchema, reserve: ReserveComponent): JsonSchema {
  const { $defs, definitions, ...root } = schema;
  const byPointer = new Map([
    ['#', root],
    ...definitionEntries('$defs', $defs),
    ...definitionEntries('definitions', definitions),
  ]);
  const recursive = recursivePointers(byPointer);
  const references = new Map<string, string>();

  const inline = (inner: JsonSchema): JsonSchema => {
    const { $ref, ...siblings } = inner;
    return typeof $ref === 'string' && byPointer.has($ref)
      ? resolve($ref, inline(siblings))
      : mapSubschemas(inner, inline);
  };
  /** Inlines a definition or refers to its component, with the keywords beside the reference. */
  const resolve = (pointer: string, siblings: JsonSchema): JsonSchema => {
    const definition = byPointer.get(pointer) ?? {};
    const name = authoredName(pointer);
    if (name === undefined && !recursive.has(pointer)) {
      return { ...inline(definition), ...siblings };
    }
    const known = references.get(pointer);
    if (known !== undefined) return { $ref: known, ...siblings };
    const { reference, setSchema } = reserve(name);
    references.set(pointer, reference);
    setSchema(inline(definition));
    return { $ref: reference, ...siblings };
  };
  return recursive.has('#') ? resolve('#', {}) : inline(root);
}

/** Returns the pointers of the definitions that contain themselves. */
function recursivePointers(byPointer: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  const recursive = new Set<string>();
  const visited = new Set<string>();
  /** The pointers on the path to the visited one. */
  const open = new Set<string>();
  const visit = (pointer: string): void => {
    if (open.has(pointer)) recursive.add(pointer);
    if (open.has(pointer) || visited.has(pointer)) return;
    open.add(pointer);
    for (const { $ref } of allSchemas(byPointer.get(pointer) ?? {})) {
      if (typeof $ref === 'string') visit($ref);
    }
    open.delete(pointer);
    visited.add(pointer);
  };
  visit('#');
  return recursive;
}

function definitionEntries(keyword: string, record: unknown): [string, JsonSchema][] {
  if (!isObject(record)) return [];
  return Object.entries(record).flatMap(([key, schema]) =>
    isObject(schema) ? [[`#${appendToPointer(`/${keyword}`, key)}`, schema]] : [],
  );
}

/** The keys that zod and arktype generate for definitions without a name. */
const GENERATED_KEY = /^(__schema|alias|domain|intersection|morph|proto|union|unit)\d+$/;

function authoredName(pointer: string): string | undefined {
  const [, key] = parsePointer(pointer);
  return key === undefined || GENERATED_KEY.test(key) ? undefined : key;
}
