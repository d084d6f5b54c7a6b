import type { LocatedSchema, SchemaDocument } from './schema-document.js';
import { isObject } from './json-schema.js';
import { appendToPointer } from './pointer.js';

/** A member of a document, after its `$ref` has been followed. */
export interface Located<Value = Readonly<Record<string, unknown>>> {
  /** The member, or an empty object if it is none. */
  readonly value: Value;
  /** Its JSON pointer, without `#`. */
  readonly pointer: string;
  /** The document that contains it. */
  readonly document: SchemaDocument;
  /** The `$ref` in its place, if it can't be resolved. */
  readonly unresolved?: string;
}

/** A param or a result. */
export interface Descriptor extends Located {
  /** The name. For a `$ref` without a target, the `$ref`. */
  readonly name: string;
  /** Whether a call needs it. */
  readonly required: boolean;
  /** Whether clients should no longer send it. */
  readonly deprecated: boolean;
  /** The schema of its value. A missing schema accepts every value. */
  readonly schema: LocatedSchema;
}

export interface Method extends Located {
  /** The name, by which it is called. */
  readonly name: string;
  /** The path of its entrypoint, which OpenRPC has no member for; undefined if the document lacks it. */
  readonly entrypoint: string | undefined;
  /** The JSON pointer of that path. */
  readonly entrypointPointer: string;
  /** Whether clients should no longer call it. */
  readonly deprecated: boolean;
  /** How params are sent. Default: `either` */
  readonly paramStructure: 'by-name' | 'by-position' | 'either';
  /** The params, in the order of their positions. */
  readonly params: readonly Descriptor[];
  /** Undefined for a notification. */
  readonly result: Descriptor | undefined;
  /** The errors that it declares. */
  readonly errors: readonly Located[];
}

/** Options for `methodsOf()`. */
export interface ReadingOptions {
  /** What happens to a method without a name. Default: `throw` */
  readonly nameless?: 'skip' | 'throw';
  /** How many methods are read, and how many params and errors of each. Default: all */
  readonly maximum?: { readonly methods: number; readonly entries: number };
}

/**
 * Reads the methods of an OpenRPC document. Names are unique in OpenRPC, so jsonrpc-kit writes those that
 * several entrypoints have to an extension.
 *
 * @throws TypeError for a method without a name, unless the options skip it
 */
export function methodsOf(
  document: SchemaDocument,
  { nameless = 'throw', maximum }: ReadingOptions = {},
): readonly Method[] {
  const root = rootOf(document);
  const all = ['methods', 'x-methods-of-same-name'].flatMap((key) =>
    entries(root, key, maximum?.methods),
  );
  const isWanted = ({ value: { name } }: Located): boolean =>
    nameless === 'throw' || (typeof name === 'string' && name !== '');
  return all.filter(isWanted).map((method) => {
    const { name, deprecated, paramStructure, result } = method.value;
    if (typeof name !== 'string') {
      const { unresolved = '', pointer } = method;
      const problem =
        unresolved === '' ? 'has no name' : `is a $ref to ${unresolved}, which it lacks`;
      throw new TypeError(`the method at ${pointer} ${problem}`);
    }
    return {
      ...method,
      name,
      ...entrypointOf(method, root),
      deprecated: deprecated === true,
      paramStructure:
        paramStructure === 'by-name' || paramStructure === 'by-position'
          ? paramStructure
          : 'either',
      params: entries(method, 'params', maximum?.entries).map(descriptorOf),
      result: isObject(result) ? descriptorOf(member(method, 'result')) : undefined,
      errors: entries(method, 'errors', maximum?.entries),
    };
  });
}

/** A document with one entrypoint has its path in the list of entrypoints only. */
function entrypointOf(
  { value, pointer }: Located,
  root: Located,
): Pick<Method, 'entrypoint' | 'entrypointPointer'> {
  const { 'x-entrypoint': own } = value;
  if (typeof own === 'string') {
    return { entrypoint: own, entrypointPointer: `${pointer}/x-entrypoint` };
  }
  const [only, ...others] = entries(root, 'x-entrypoints');
  const path = others.length === 0 ? only?.value['path'] : undefined;
  return {
    entrypoint: typeof path === 'string' ? path : undefined,
    entrypointPointer: '/x-entrypoints/0/path',
  };
}

export function rootOf(document: SchemaDocument): Located {
  return { value: isObject(document.root) ? document.root : {}, pointer: '', document };
}

/** Returns the elements of an array, up to a maximum. Follows the `$ref` of each. */
export function entries(located: Located, key: string, maximum?: number): readonly Located[] {
  const list = located.value[key];
  if (!Array.isArray(list)) return [];
  return list.slice(0, maximum).map((_, index) => {
    const pointer = appendToPointer(appendToPointer(located.pointer, key), index);
    return follow(located.document, pointer);
  });
}

export function member(located: Located, key: string): Located {
  return follow(located.document, appendToPointer(located.pointer, key));
}

/** How many `$ref`s lead to a value at most. */
const MAX_HOPS = 20;

function follow(document: SchemaDocument, start: string): Located {
  let pointer = start;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const value = document.valueAt(pointer);
    if (!isObject(value)) return { value: {}, pointer, document };
    if (typeof value['$ref'] !== 'string') return { value, pointer, document };
    const target = document.resolve(value['$ref'], pointer);
    if (target === undefined) return { value: {}, pointer, document, unresolved: value['$ref'] };
    pointer = target.pointer;
  }
  return { value: {}, pointer, document, unresolved: `itself (${start})` };
}

/** Names a descriptor that can't be resolved after its `$ref`, which is also used as its schema. */
function descriptorOf(located: Located): Descriptor {
  const { name, required, deprecated } = located.value;
  const { document, pointer, unresolved } = located;
  const schemaPointer = unresolved === undefined ? appendToPointer(pointer, 'schema') : pointer;
  return {
    ...located,
    name: typeof name === 'string' ? name : (unresolved ?? ''),
    required: required === true,
    deprecated: deprecated === true,
    schema: document.schemaAt(schemaPointer),
  };
}
