/**
 * A schema or an action of valibot as it lies in memory. valibot's types name each kind; here all of
 * them are walked alike.
 */
export interface ValibotNode {
  readonly kind: 'schema' | 'validation' | 'transformation' | 'metadata';
  readonly type: string;
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

/** A member that is a schema by what valibot says of the type of schema that holds it. */
export function schemaMember(node: ValibotNode, member: string): ValibotNode {
  const value = node[member];
  if (isSchemaNode(value)) return value;
  throw new TypeError(`valibot's ${node.type} has no schema as "${member}"`);
}
