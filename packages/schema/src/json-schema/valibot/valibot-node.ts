import type { JsonSchema } from '@jsonrpc-kit/openrpc';

/**
 * A schema or an action of valibot at run time. valibot's types distinguish every kind; the
 * conversion treats all of them alike.
 */
export interface ValibotNode {
  readonly kind: 'schema' | 'validation' | 'transformation' | 'metadata';
  readonly type: string;
  /** The schema of the application, in a copy that `prepareSchema()` has made of it. */
  readonly original?: ValibotNode;
  readonly [member: string]: unknown;
}

export function isNode(value: unknown): value is ValibotNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'type' in value;
}

export function isSchemaNode(value: unknown): value is ValibotNode {
  return isNode(value) && value.kind === 'schema';
}

export function nodesIn(value: unknown): readonly ValibotNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

type Entries = Readonly<Record<string, ValibotNode>>;

export function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && Object.values(value).every(isNode);
}

/** @throws TypeError if the member is not a schema, contrary to valibot's types */
export function schemaMember(node: ValibotNode, member: string): ValibotNode {
  const value = node[member];
  if (isSchemaNode(value)) return value;
  throw new TypeError(`valibot: the member "${member}" of v.${node.type}() is not a schema`);
}

const JSON_SCHEMA_TYPE = 'json-schema';

/** Wraps a finished JSON Schema as a node, to replace a valibot schema. */
export function jsonNode(json: JsonSchema): ValibotNode {
  return { kind: 'schema', type: JSON_SCHEMA_TYPE, json };
}

/** Returns a copy of the JSON Schema in a {@link jsonNode}, since actions write into it. */
export function jsonOfNode({ type, json }: ValibotNode): JsonSchema | undefined {
  return type === JSON_SCHEMA_TYPE ? { ...(json as JsonSchema) } : undefined;
}

/** Returns whether a schema replaces a missing value by a default. */
export function hasDefault(schema: ValibotNode): boolean {
  return defaultOf(schema) !== undefined;
}

export function defaultOf({ default: declared }: ValibotNode): unknown {
  return typeof declared === 'function' ? (declared as () => unknown)() : declared;
}

/** Returns whether the output can be undefined, which JSON omits. */
export function mayBeUndefined(schema: ValibotNode): boolean {
  switch (schema.type) {
    case 'undefined':
    case 'void':
      return true;
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
    case 'nullish':
      return !hasDefault(schema);
    case 'nullable':
      return mayBeUndefined(schemaMember(schema, 'wrapped'));
    case 'union':
    case 'variant':
      return nodesIn(schema['options']).some(mayBeUndefined);
    default:
      return false;
  }
}
