import type { JsonSchema } from '../json-schema.js';
import type { ValibotNode } from './valibot-node.js';

export interface ConvertedAction {
  readonly action: ValibotNode;
  readonly json: JsonSchema;
  readonly errors: readonly string[] | undefined;
}

/**
 * What the converter has no words for (a check, a brand, a trim) narrows a value or leaves its type
 * as it is, so the schema before it holds still. Only a pattern can be said in another way.
 */
export function overrideAction({ action, json, errors }: ConvertedAction): JsonSchema | undefined {
  if (errors === undefined) return undefined;
  const pattern = patternOf(action);
  if (pattern === undefined) return withoutWrongPattern(action, json);
  if (json['pattern'] === pattern) return json;
  // A schema has one pattern; of several all hold.
  const { allOf = [] } = json;
  return { ...json, allOf: [...(allOf as unknown[]), { pattern }] };
}

function patternOf({ type, requirement }: ValibotNode): string | undefined {
  if (requirement instanceof RegExp) {
    // The flag `u` is implied. What others mean, no pattern of JSON Schema can say.
    return requirement.flags.replace('u', '') === '' ? requirement.source : undefined;
  }
  if (typeof requirement !== 'string') return undefined;
  const literal = requirement.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  switch (type) {
    case 'starts_with':
      return `^${literal}`;
    case 'ends_with':
      return `${literal}$`;
    case 'includes':
      return literal;
    default:
      return undefined;
  }
}

/** The converter leaves a pattern whose flags it complains of. */
function withoutWrongPattern({ requirement }: ValibotNode, json: JsonSchema): JsonSchema {
  const { pattern, ...rest } = json;
  return requirement instanceof RegExp && pattern === requirement.source ? rest : json;
}
