import { isJsonSchema, type JsonSchema } from '../json-schema.js';
import { allSchemas, subschemas } from '../subschemas.js';

/** Where definitions go that can't stand in their place: those with a name, and recursive ones. */
export interface Hoisting {
  /** A component; `name` is the one that its author gave, if any. @returns its reference */
  readonly reserve: (name: string | undefined) => {
    readonly ref: string;
    readonly fill: (schema: JsonSchema) => void;
  };
}

/**
 * Takes the definitions out of a schema that stands alone, as it could stand nowhere else: its
 * references begin at its own root.
 */
export function hoistDefinitions(schema: JsonSchema, hoisting: Hoisting): JsonSchema {
  return new Hoister(schema, hoisting).run();
}

class Hoister {
  readonly #root: JsonSchema;
  readonly #hoisting: Hoisting;
  readonly #definitions: ReadonlyMap<string, JsonSchema>;
  /** Where a schema comes back to itself: without a component, each would be in itself. */
  readonly #recursive = new Set<string>();
  readonly #hoisted = new Map<string, string>();

  constructor(schema: JsonSchema, hoisting: Hoisting) {
    const { $defs, definitions, ...root } = schema;
    this.#root = root;
    this.#hoisting = hoisting;
    this.#definitions = new Map([
      ['#', root],
      ...entriesOf('$defs', $defs),
      ...entriesOf('definitions', definitions),
    ]);
    this.#findRecursive('#', new Set(), new Set());
  }

  run(): JsonSchema {
    return this.#recursive.has('#') ? this.#reference('#', {}) : this.#inlined(this.#root);
  }

  #inlined(schema: JsonSchema): JsonSchema {
    const { $ref, ...beside } = schema;
    if (typeof $ref === 'string' && this.#definitions.has($ref)) {
      return this.#reference($ref, this.#inlined(beside));
    }
    return mapSubschemas(schema, (inner) => this.#inlined(inner));
  }

  #reference(pointer: string, beside: JsonSchema): JsonSchema {
    const definition = this.#definitions.get(pointer) ?? {};
    const name = nameIn(pointer);
    if (name === undefined && !this.#recursive.has(pointer)) {
      return { ...this.#inlined(definition), ...beside };
    }
    const known = this.#hoisted.get(pointer);
    if (known !== undefined) return { $ref: known, ...beside };
    const { ref, fill } = this.#hoisting.reserve(name);
    this.#hoisted.set(pointer, ref);
    fill(this.#inlined(definition));
    return { $ref: ref, ...beside };
  }

  /** @param open those on the way to the pointer */
  #findRecursive(pointer: string, open: Set<string>, done: Set<string>): void {
    if (open.has(pointer)) this.#recursive.add(pointer);
    if (open.has(pointer) || done.has(pointer)) return;
    open.add(pointer);
    for (const { $ref } of allSchemas(this.#definitions.get(pointer) ?? {})) {
      if (typeof $ref === 'string') this.#findRecursive($ref, open, done);
    }
    open.delete(pointer);
    done.add(pointer);
  }
}

function entriesOf(keyword: string, record: unknown): [string, JsonSchema][] {
  if (!isJsonSchema(record)) return [];
  return Object.entries(record).flatMap(([key, schema]) =>
    isJsonSchema(schema) ? [[`#/${keyword}/${escapePointer(key)}`, schema]] : [],
  );
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** zod and arktype number the definitions that have no name. */
const NUMBERED = /^(__schema|alias|domain|intersection|morph|proto|union|unit)\d+$/;

/** The name that the author of a schema gave. */
function nameIn(pointer: string): string | undefined {
  const key = /^#\/[^/]+\/(.*)$/.exec(pointer)?.[1];
  if (key === undefined || NUMBERED.test(key)) return undefined;
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A copy whose inner schemas are mapped. */
function mapSubschemas(schema: JsonSchema, map: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = new Set<unknown>(subschemas(schema));
  const mapOne = (value: unknown): unknown => {
    if (inner.has(value)) return map(value as JsonSchema);
    if (Array.isArray(value)) return value.map(mapOne);
    return value;
  };
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (
      isJsonSchema(value) &&
      !inner.has(value) &&
      Object.values(value).some((v) => inner.has(v))
    ) {
      return [keyword, Object.fromEntries(Object.entries(value).map(([k, v]) => [k, mapOne(v)]))];
    }
    return [keyword, mapOne(value)];
  });
  return Object.fromEntries(entries);
}
