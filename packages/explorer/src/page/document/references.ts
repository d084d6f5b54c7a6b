import { isObject, parsePointer, SchemaDocument } from '@jsonrpc-kit/openrpc';
import type { JsonObject } from './json.js';

/** A value of the document, and the name of the component that it was found under. */
export interface Resolved {
  readonly value: JsonObject;
  readonly name?: string | undefined;
  /** The target of a reference that doesn't exist or that leads to another document. */
  readonly missing?: string | undefined;
}

const MAX_STEPS = 50;
const MAX_LENGTH = 2000;
const MAX_MEMBERS = 500;

/** Merges what references inside one document lead to. References to other documents are never loaded. */
export class References {
  readonly document: SchemaDocument;
  /** The parts of the document that references lead to, for validators that follow references themselves. */
  readonly shared: JsonObject;
  readonly #isLarge = new WeakMap<JsonObject, boolean>();

  constructor(root: JsonObject) {
    this.document = new SchemaDocument(root, { ignoresDepth: true });
    this.shared = { components: root['components'], 'x-referenced': root['x-referenced'] };
  }

  /** Returns a value, or what it refers to. Members beside `$ref` take precedence. */
  resolve(value: unknown): Resolved {
    let current = value;
    let name: string | undefined;
    let siblings: JsonObject = {};
    for (let step = 0; step < MAX_STEPS; step++) {
      if (!isObject(current)) return { value: siblings, name };
      const reference = current['$ref'];
      if (typeof reference !== 'string') return { value: this.#merge(current, siblings), name };
      const { $ref: _, ...rest } = current;
      siblings = { ...rest, ...siblings };
      const target =
        reference.length > MAX_LENGTH ? undefined : this.document.resolve(reference, '');
      name ??= nameOf(target?.pointer ?? reference);
      if (target === undefined) return { value: siblings, name, missing: reference };
      current = target.schema;
    }
    return { value: siblings, name, missing: name };
  }

  /** Ignores the siblings of a very large target: a document may refer to it often, and copies take time. */
  #merge(target: JsonObject, siblings: JsonObject): JsonObject {
    if (Object.keys(siblings).length === 0) return target;
    const isLarge = this.#isLarge.get(target) ?? Object.keys(target).length > MAX_MEMBERS;
    this.#isLarge.set(target, isLarge);
    return isLarge ? target : { ...target, ...siblings };
  }
}

function nameOf(pointer: string): string {
  const [name = ''] = parsePointer(pointer.slice(Math.max(pointer.lastIndexOf('/'), 0)));
  return (name === '' ? pointer : name).slice(0, 200);
}
