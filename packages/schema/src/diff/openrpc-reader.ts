import {
  appendToPointer,
  isObject,
  type LocatedSchema,
  type SchemaDocument,
} from './containment/located-schema.js';

/** A member of a document, after its `$ref` has been followed. */
export interface Located<Value = Readonly<Record<string, unknown>>> {
  readonly value: Value;
  readonly pointer: string;
  readonly document: SchemaDocument;
}

/** A param or a result. */
export interface Descriptor extends Located {
  readonly name: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly schema: LocatedSchema;
}

export interface Method extends Located {
  readonly name: string;
  readonly deprecated: boolean;
  readonly paramStructure: 'by-name' | 'by-position' | 'either';
  readonly params: readonly Descriptor[];
  /** Undefined for a notification. */
  readonly result: Descriptor | undefined;
  readonly errors: readonly Located[];
}

/** Reads the methods of an OpenRPC document. */
export function methodsOf(document: SchemaDocument): readonly Method[] {
  return entries(rootOf(document), 'methods').map((method) => {
    const { name, deprecated, paramStructure, result } = method.value;
    return {
      ...method,
      name: String(name),
      deprecated: deprecated === true,
      paramStructure:
        paramStructure === 'by-name' || paramStructure === 'by-position'
          ? paramStructure
          : 'either',
      params: entries(method, 'params').map(descriptorOf),
      result: isObject(result) ? descriptorOf(member(method, 'result')) : undefined,
      errors: entries(method, 'errors'),
    };
  });
}

export function rootOf(document: SchemaDocument): Located {
  return { value: isObject(document.root) ? document.root : {}, pointer: '', document };
}

/** Returns the elements of an array. Follows the `$ref` of each. */
export function entries(located: Located, key: string): readonly Located[] {
  const list = located.value[key];
  if (!Array.isArray(list)) return [];
  return list.map((_, index) => {
    const pointer = appendToPointer(appendToPointer(located.pointer, key), index);
    return follow(located.document, pointer);
  });
}

export function member(located: Located, key: string): Located {
  return follow(located.document, appendToPointer(located.pointer, key));
}

function follow(document: SchemaDocument, pointer: string): Located {
  const value = document.valueAt(pointer);
  if (!isObject(value)) return { value: {}, pointer, document };
  const target = typeof value['$ref'] === 'string' ? document.resolve(value['$ref']) : undefined;
  if (target === undefined || typeof target.schema === 'boolean')
    return { value, pointer, document };
  return { value: target.schema, pointer: target.pointer, document };
}

function descriptorOf(located: Located): Descriptor {
  const { name, required, deprecated } = located.value;
  return {
    ...located,
    name: String(name),
    required: required === true,
    deprecated: deprecated === true,
    schema: located.document.schemaAt(appendToPointer(located.pointer, 'schema')),
  };
}
