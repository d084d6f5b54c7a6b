import { isObject, type JsonSchema, type SchemaDialect } from './json-schema.js';
import { appendToPointer, valueAt } from './pointer.js';
import { findResources, type Resources, UNKNOWN_BASE } from './resources.js';

/** A schema and its place in a document. */
export interface LocatedSchema {
  /** The schema itself. */
  readonly schema: JsonSchema | boolean;
  /** A JSON pointer, without `#`. */
  readonly pointer: string;
  /** The document that contains it. */
  readonly document: SchemaDocument;
  /** Set if the document has a value at this place that is not a schema. */
  readonly isMalformed?: boolean;
}

/** Options for `new SchemaDocument()`. */
export interface SchemaDocumentOptions {
  /** The dialect of its schemas. Default: found by `$schema`, and draft-07 without it, as in OpenRPC 1.x */
  readonly dialect?: SchemaDialect | undefined;
  /** Whether to ignore the identifiers of what is nested deeper than 400 levels. Default: false, an error */
  readonly ignoresDepth?: boolean | undefined;
}

/** Resolves references in a document that contains schemas. */
export class SchemaDocument {
  /** The whole document. */
  readonly root: unknown;
  /** The dialect of its schemas. */
  readonly dialect: SchemaDialect;
  /** The identifiers and anchors of its schemas. */
  readonly resources: Resources;

  /** @throws TypeError if values are nested too deeply or contain themselves */
  constructor(root: unknown, { dialect, ignoresDepth = false }: SchemaDocumentOptions = {}) {
    this.root = root;
    this.resources = findResources(root, ignoresDepth);
    this.dialect = dialect ?? (this.resources.isAfterDraft07 ? 'draft-2020-12' : 'draft-07');
  }

  /** Returns the value at a pointer, or undefined. */
  valueAt(pointer: string): unknown {
    return valueAt(this.root, pointer);
  }

  /** Returns the schema at a pointer. A missing schema accepts every value. */
  schemaAt(pointer: string): LocatedSchema {
    const value = this.valueAt(pointer);
    if (typeof value === 'boolean' || isObject(value)) {
      return { schema: value, pointer, document: this };
    }
    return { schema: true, pointer, document: this, isMalformed: value !== undefined };
  }

  /**
   * Returns the target of a `$ref`, or undefined if it is outside the document, missing, or ambiguous.
   *
   * @param from the pointer of the schema with the `$ref`
   */
  resolve(ref: string, from: string): LocatedSchema | undefined {
    const targets = this.#targetsOf(ref, from).filter((pointer) => this.#isSchema(pointer));
    const [first] = targets;
    return first !== undefined && new Set(targets).size === 1 ? this.schemaAt(first) : undefined;
  }

  /**
   * Returns the pointers that a `$ref` may mean. Within a schema that has an `$id`, it is relative to that
   * schema, but many tools read it as relative to the document.
   */
  #targetsOf(ref: string, from: string): readonly string[] {
    const [address = '', fragment = ''] = ref.split('#', 2);
    const { bases, byAnchor, byId } = this.resources;
    const decoded = decodeFragment(fragment);
    if (decoded === undefined) return [];
    const base = baseOf(bases, from);
    const roots = new Set<string>();
    if (address === '') roots.add('').add(byId.get(base) ?? '');
    else if (URL.canParse(address, base)) {
      const root = byId.get(new URL(address, base).href);
      if (root !== undefined) roots.add(root);
    }
    if (decoded === '' || decoded.startsWith('/')) {
      return [...roots].map((root) => `${root}${decoded}`);
    }
    return roots.size === 0 ? [] : (byAnchor.get(decoded) ?? []);
  }

  #isSchema(pointer: string): boolean {
    const value = this.valueAt(pointer);
    // The root of an OpenRPC document is not a schema.
    if (pointer === '' && isObject(value) && Array.isArray(value['methods'])) return false;
    return typeof value === 'boolean' || isObject(value);
  }
}

/** Returns the base of the nearest schema with an `$id`. */
function baseOf(bases: ReadonlyMap<string, string>, pointer: string): string {
  if (bases.size === 0) return UNKNOWN_BASE;
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const base = bases.get(place);
    if (base !== undefined || place === '') return base ?? UNKNOWN_BASE;
  }
}

/** Returns a subschema below `located`. */
export function subschema(
  { pointer, document }: LocatedSchema,
  ...keys: readonly (string | number)[]
): LocatedSchema {
  return document.schemaAt(keys.reduce<string>(appendToPointer, pointer));
}

/** The references of a schema, each with its target; undefined if it can't be resolved. */
export function referencesOf({ schema, pointer, document }: LocatedSchema): readonly Reference[] {
  if (typeof schema === 'boolean') return [];
  // A `$dynamicRef` to a name that only one schema has is like a `$ref`.
  return ['$ref', '$dynamicRef', '$recursiveRef'].flatMap((keyword) => {
    const ref = schema[keyword];
    return typeof ref === 'string'
      ? [{ keyword, ref, target: document.resolve(ref, pointer) }]
      : [];
  });
}

export interface Reference {
  readonly keyword: string;
  readonly ref: string;
  readonly target: LocatedSchema | undefined;
}

/** Whether keywords beside a `$ref` are ignored. */
export function ignoresSiblings({ schema, document }: LocatedSchema): boolean {
  return (
    typeof schema !== 'boolean' &&
    typeof schema['$ref'] === 'string' &&
    document.dialect === 'draft-07'
  );
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
