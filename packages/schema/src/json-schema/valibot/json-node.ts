import type { JsonSchema } from '../json-schema.js';
import type { ValibotNode } from './valibot-node.js';

const TYPE = 'json-schema';

/** Stands in a valibot schema for what is a JSON Schema already. */
export function jsonNode(json: JsonSchema): ValibotNode {
  return { kind: 'schema', type: TYPE, json };
}

export function jsonOfNode({ type, json }: ValibotNode): JsonSchema | undefined {
  // Only jsonNode() makes this type. Actions may write into it.
  return type === TYPE ? { ...(json as JsonSchema) } : undefined;
}
