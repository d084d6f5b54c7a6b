import type { JsonSchema } from '../../json-schema/json-schema.js';
import { findResources, type Resources, UNKNOWN_BASE } from './resources.js';

/** A schema and its place in a document. */
export interface LocatedSchema {
  readonly schema: JsonSchema | boolean;
  /** A JSON pointer, without `#`. */
  readonly pointer: string;
  readonly document: SchemaDocument;
  /** Set if the document has a value at this place that is not a schema. */
  readonly isMalformed?: boolean;
}

/** The drafts of JSON Schema that a comparison reads. */
export type SchemaDialect = 'draft-07' | 'draft-2020-12';

/** Resolves references in a document that contains schemas. */
export class SchemaDocument {
  readonly root: unknown;
  readonly dialect: SchemaDialect;
  readonly resources: Resources;

  /**
   * @param dialect default: found by `$schema`, and draft-07 without it, as in OpenRPC 1.x
   * @throws TypeError if values are nested too deeply or contain themselves
   */
  constructor(root: unknown, dialect?: SchemaDialect) {
    this.root = root;
    this.resources = findResources(root);
    this.dialect = dialect ?? (this.resources.isAfterDraft07 ? 'draft-2020-12' : 'draft-07');
  }

  /** Returns the value at a pointer, or undefined. */
  valueAt(pointer: string): unknown {
    let value = this.root;
    for (const token of pointer.split('/').slice(1)) {
      if (typeof value !== 'object' || value === null) return undefined;
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    }
    return value;
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

export function appendToPointer(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
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

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
