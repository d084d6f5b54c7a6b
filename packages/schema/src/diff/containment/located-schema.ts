import type { JsonSchema } from '../../json-schema/json-schema.js';

/** A schema and its place in a document. */
export interface LocatedSchema {
  readonly schema: JsonSchema | boolean;
  /** A JSON pointer, without `#`. */
  readonly pointer: string;
  readonly document: SchemaDocument;
}

/** The drafts of JSON Schema that a comparison reads. */
export type SchemaDialect = 'draft-07' | 'draft-2020-12';

/** Resolves JSON pointers in a document that contains schemas. */
export class SchemaDocument {
  readonly root: unknown;
  readonly dialect: SchemaDialect;

  /** @param dialect default: found by `$schema`, and draft-07 without it, as in OpenRPC 1.x */
  constructor(root: unknown, dialect: SchemaDialect = dialectOf(root)) {
    this.root = root;
    this.dialect = dialect;
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

  /** Returns the schema at a pointer. Anything that is not a schema accepts every value. */
  schemaAt(pointer: string): LocatedSchema {
    const value = this.valueAt(pointer);
    const isSchema = typeof value === 'boolean' || isObject(value);
    return { schema: isSchema ? value : true, pointer, document: this };
  }

  /** Returns the target of a `$ref`, or undefined if it is outside the document or missing. */
  resolve(ref: string): LocatedSchema | undefined {
    if (ref !== '#' && !ref.startsWith('#/')) return undefined;
    const pointer = decodePointer(ref.slice(1));
    if (pointer === undefined) return undefined;
    const value = this.valueAt(pointer);
    return typeof value === 'boolean' || isObject(value) ? this.schemaAt(pointer) : undefined;
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

function decodePointer(pointer: string): string | undefined {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return undefined;
  }
}

function dialectOf(root: unknown): SchemaDialect {
  const text = JSON.stringify(root) ?? '';
  return /"\$schema":"[^"]*(?:2019-09|2020-12)[^"]*"/.test(text) ? 'draft-2020-12' : 'draft-07';
}
