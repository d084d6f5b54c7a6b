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
  return new DefinitionExtraction(schema, reserve).run();
}

class DefinitionExtraction {
  readonly #root: JsonSchema;
  readonly #reserve: ReserveComponent;
  /** All definitions by their JSON pointer. */
  readonly #definitions: ReadonlyMap<string, JsonSchema>;
  readonly #recursive = new Set<string>();
  readonly #references = new Map<string, string>();

  constructor(schema: JsonSchema, reserve: ReserveComponent) {
    const { $defs, definitions, ...root } = schema;
    this.#root = root;
    this.#reserve = reserve;
    this.#definitions = new Map([
      ['#', root],
      ...definitionEntries('$defs', $defs),
      ...definitionEntries('definitions', definitions),
    ]);
    this.#findRecursive('#', new Set(), new Set());
  }

  run(): JsonSchema {
    return this.#recursive.has('#') ? this.#resolve('#', {}) : this.#inline(this.#root);
  }

  #inline(schema: JsonSchema): JsonSchema {
    const { $ref, ...siblings } = schema;
    if (typeof $ref === 'string' && this.#definitions.has($ref)) {
      return this.#resolve($ref, this.#inline(siblings));
    }
    return mapSubschemas(schema, (inner) => this.#inline(inner));
  }

  /** Inlines a definition or refers to its component, with the keywords beside the reference. */
  #resolve(pointer: string, siblings: JsonSchema): JsonSchema {
    const definition = this.#definitions.get(pointer) ?? {};
    const name = authoredName(pointer);
    if (name === undefined && !this.#recursive.has(pointer)) {
      return { ...this.#inline(definition), ...siblings };
    }
    const known = this.#references.get(pointer);
    if (known !== undefined) return { $ref: known, ...siblings };
    const { reference, setSchema } = this.#reserve(name);
    this.#references.set(pointer, reference);
    setSchema(this.#inline(definition));
    return { $ref: reference, ...siblings };
  }

  /** @param open the pointers on the path to this one */
  #findRecursive(pointer: string, open: Set<string>, visited: Set<string>): void {
    if (open.has(pointer)) this.#recursive.add(pointer);
    if (open.has(pointer) || visited.has(pointer)) return;
    open.add(pointer);
    for (const { $ref } of allSchemas(this.#definitions.get(pointer) ?? {})) {
      if (typeof $ref === 'string') this.#findRecursive($ref, open, visited);
    }
    open.delete(pointer);
    visited.add(pointer);
  }
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
