import { isObject, type JsonObject, memberOf } from './json.js';

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

/** Follows the references inside one document. References to other documents are never loaded. */
export class References {
  readonly #root: JsonObject;
  readonly #isLarge = new WeakMap<JsonObject, boolean>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** The components, for validators that follow references themselves. */
  get components(): unknown {
    return this.#root['components'];
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
      name ??= decodeSegment(reference.slice(reference.lastIndexOf('/') + 1)).slice(0, 200);
      const target = this.#find(reference);
      if (target === undefined) return { value: siblings, name, missing: reference };
      current = target;
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

  #find(reference: string): unknown {
    if (reference === '#') return this.#root;
    if (!reference.startsWith('#/') || reference.length > MAX_LENGTH) return undefined;
    let current: unknown = this.#root;
    for (const segment of reference.slice(2).split('/')) {
      const name = decodeSegment(segment);
      if (Array.isArray(current)) current = current[Number(name)] as unknown;
      else current = isObject(current) ? memberOf(current, name) : undefined;
    }
    return current;
  }
}

function decodeSegment(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // Not encoded.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
