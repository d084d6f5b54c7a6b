import { appendToPointer } from './pointer.js';

/** The identifiers and anchors of the schemas in a document. */
export interface Resources {
  /** The pointers of schemas with an `$id`, by its absolute form. */
  readonly byId: ReadonlyMap<string, string>;
  /** The bases that an `$id` sets, by the pointer of its schema. */
  readonly bases: ReadonlyMap<string, string>;
  /** The pointers of schemas with an `$anchor` or a `$dynamicAnchor`, by its name. */
  readonly byAnchor: ReadonlyMap<string, readonly string[]>;
  /** Whether a `$schema` names a draft after draft-07. */
  readonly isAfterDraft07: boolean;
  readonly hasDynamicRefs: boolean;
}

/** The base of a document whose address is not known. */
export const UNKNOWN_BASE = 'document:///';

/** The greatest depth of nested values. Documents that people write are far from it. */
const MAX_DEPTH = 400;

/** Keywords whose value is data. Members such as `$id` and `$ref` have no meaning in it. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set([
  'const',
  'default',
  'enum',
  'example',
  'examples',
]);

/** Keywords and members whose value maps names to schemas or components. */
const MAP_KEYWORDS: ReadonlySet<string> = new Set(
  (
    '$defs definitions dependencies dependentSchemas patternProperties properties ' +
    'contentDescriptors errors schemas'
  ).split(' '),
);

/** A value below another one, where a `$ref` or an `$id` may have a meaning. */
interface Child {
  readonly key: string;
  readonly value: unknown;
  /** Whether its members are names, such as `default`, and not keywords. */
  readonly isMap: boolean;
}

/** Returns the values below a value, except data. */
export function childrenOf(value: object, isMap: boolean): readonly Child[] {
  const hasKeywords = !Array.isArray(value) && !isMap;
  return Object.entries(value)
    .filter(([key]) => !hasKeywords || !DATA_KEYWORDS.has(key))
    .map(([key, child]) => ({ key, value: child, isMap: hasKeywords && MAP_KEYWORDS.has(key) }));
}

/**
 * Finds the identifiers and anchors in a document.
 *
 * @param ignoresDepth whether to ignore what is nested too deeply
 * @throws TypeError if values are nested too deeply or contain themselves
 */
export function findResources(root: unknown, ignoresDepth: boolean): Resources {
  const search = new Search(ignoresDepth);
  search.visit(root, { pointer: '', base: UNKNOWN_BASE, depth: 0, isMap: false });
  return search;
}

interface Place {
  readonly pointer: string;
  readonly base: string;
  readonly depth: number;
  readonly isMap: boolean;
}

class Search implements Resources {
  readonly byId = new Map<string, string>();
  readonly bases = new Map<string, string>();
  readonly byAnchor = new Map<string, string[]>();
  isAfterDraft07 = false;
  hasDynamicRefs = false;
  readonly #ignoresDepth: boolean;
  readonly #visited = new Set<object>();
  readonly #ancestors = new Set<object>();

  constructor(ignoresDepth: boolean) {
    this.#ignoresDepth = ignoresDepth;
  }

  visit(value: unknown, { pointer, base, depth, isMap }: Place): void {
    if (typeof value !== 'object' || value === null) return;
    if (this.#ancestors.has(value)) {
      throw new TypeError(
        `the value at ${pointer} contains itself. Replace the repetition by a $ref`,
      );
    }
    if (depth > MAX_DEPTH) {
      if (this.#ignoresDepth) return;
      throw new TypeError(`it is nested deeper than ${MAX_DEPTH} levels`);
    }
    // The same object may be at several places.
    if (this.#visited.has(value)) return;
    this.#visited.add(value);
    this.#ancestors.add(value);
    const ownBase = Array.isArray(value)
      ? base
      : this.#readNames(value as Readonly<Record<string, unknown>>, pointer, base);
    for (const child of childrenOf(value, isMap)) {
      const place = { pointer: appendToPointer(pointer, child.key), base: ownBase };
      this.visit(child.value, { ...place, depth: depth + 1, isMap: child.isMap });
    }
    this.#ancestors.delete(value);
  }

  /** Returns the base for the subschemas. */
  #readNames(schema: Readonly<Record<string, unknown>>, pointer: string, base: string): string {
    const { $schema, $id, $anchor, $dynamicAnchor, $dynamicRef } = schema;
    if (typeof $schema === 'string' && /2019-09|2020-12/.test($schema)) this.isAfterDraft07 = true;
    if (typeof $dynamicRef === 'string') this.hasDynamicRefs = true;
    for (const anchor of [$anchor, $dynamicAnchor]) this.#addAnchor(anchor, pointer);
    if (typeof $id !== 'string') return base;
    // The form of an anchor in draft-07.
    if ($id.startsWith('#')) this.#addAnchor($id.slice(1), pointer);
    if ($id.startsWith('#') || !URL.canParse($id, base)) return base;
    const { href } = new URL($id, base);
    const absolute = href.replace(/#.*$/, '');
    this.byId.set(absolute, pointer);
    this.bases.set(pointer, absolute);
    return absolute;
  }

  #addAnchor(anchor: unknown, pointer: string): void {
    if (typeof anchor !== 'string') return;
    this.byAnchor.set(anchor, [...(this.byAnchor.get(anchor) ?? []), pointer]);
  }
}
