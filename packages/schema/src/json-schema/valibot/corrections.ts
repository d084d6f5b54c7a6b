import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import type { Direction } from '../json-schema.js';
import {
  defaultOf,
  hasDefault,
  isEntries,
  isNode,
  jsonOfNode,
  mayBeUndefined,
  nodesIn,
  type ValibotNode,
} from './valibot-node.js';

/** A node with the JSON Schema that valibot's converter has generated for it. */
export interface ConvertedNode {
  readonly node: ValibotNode;
  readonly json: JsonSchema;
  /** Why the converter does not support the node. */
  readonly errors: readonly string[] | undefined;
}

/**
 * Corrects the converted JSON Schema of a prepared schema; undefined leaves it unchanged.
 *
 * @throws Error if the converter does not support the schema
 */
export function correctSchema(
  { node, json, errors }: ConvertedNode,
  direction: Direction,
): JsonSchema | undefined {
  const known = jsonOfNode(node);
  if (known !== undefined) return known;
  if (node.type === 'record') return correctRecord(json);
  if (errors !== undefined) throw new Error(errors.join(' '));
  // The members of the prepared schema may be references.
  const { original = node } = node;
  if (isEntries(original['entries'])) return correctObject(original['entries'], json, direction);
  switch (node.type) {
    case 'array':
      if (direction === 'input') return undefined;
      return { ...json, items: undefinedAsNull(original['item'], json['items']) };
    case 'tuple':
    case 'loose_tuple':
    case 'strict_tuple':
    case 'tuple_with_rest':
      return correctTuple(nodesIn(original['items']), json, direction);
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
    case 'nullable':
    case 'nullish':
      return direction === 'input' ? correctDefault(node, json) : withoutNull(node, json);
    default:
      return undefined;
  }
}

/** Describes a value that JSON has as null if it is undefined: a result, or an element of an array. */
export function undefinedAsNull(node: unknown, json: unknown): unknown {
  return isNode(node) && mayBeUndefined(node) ? { anyOf: [json, { type: 'null' }] } : json;
}

/** The converter rejects any key schema but a plain string; JSON Schema has `propertyNames`. */
function correctRecord(json: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = json;
  const isAnyString = JSON.stringify(propertyNames) === '{"type":"string"}';
  return isAnyString ? rest : { ...rest, propertyNames };
}

function correctObject(
  entries: Readonly<Record<string, ValibotNode>>,
  { required: _, ...rest }: JsonSchema,
  direction: Direction,
): JsonSchema {
  const required = Object.entries(entries)
    .filter(([, entry]) => isRequired(entry, direction))
    .map(([name]) => name);
  return required.length === 0 ? rest : { ...rest, required };
}

function isRequired(entry: ValibotNode, direction: Direction): boolean {
  if (direction === 'output') return !mayBeUndefined(entry);
  return !['optional', 'exact_optional', 'nullish'].includes(entry.type);
}

/** In an input, optional elements at the end may be omitted. */
function correctTuple(
  items: readonly ValibotNode[],
  json: JsonSchema,
  direction: Direction,
): JsonSchema {
  if (direction === 'input') {
    const last = items.findLastIndex((item) => !mayBeUndefined(item) && !hasDefault(item));
    return { ...json, minItems: last + 1 };
  }
  const keyword = 'prefixItems' in json ? 'prefixItems' : 'items';
  const schemas = json[keyword] as readonly unknown[];
  return { ...json, [keyword]: schemas.map((one, index) => undefinedAsNull(items[index], one)) };
}

function correctDefault(node: ValibotNode, json: JsonSchema): JsonSchema {
  const { default: _, ...rest } = json;
  return typeof node['default'] === 'function' && !isConstantDefault(node) ? rest : json;
}

/** A function may return a time or a random id, which would change with every generation. */
function isConstantDefault(node: ValibotNode): boolean {
  const [one, other] = [defaultOf(node), defaultOf(node)];
  const isContainer =
    typeof one === 'object' && one !== null && !(one instanceof Date) && !('then' in one);
  return isContainer && JSON.stringify(one) === JSON.stringify(other);
}

/** Removes null from the output of a schema that replaces null by a default. */
function withoutNull(node: ValibotNode, json: JsonSchema): JsonSchema | undefined {
  const isNullable = node.type === 'nullable' || node.type === 'nullish';
  const neverNull = isNullable && hasDefault(node) && defaultOf(node) !== null;
  return neverNull ? (json['anyOf'] as readonly JsonSchema[])[0] : undefined;
}

/**
 * Corrects the JSON Schema of an unsupported action. A check, brand or trim keeps the type of the
 * value, so the schema before it still applies. Only patterns need another form.
 */
export function correctAction({ node, json, errors }: ConvertedNode): JsonSchema | undefined {
  if (errors === undefined) return undefined;
  const pattern = patternOf(node);
  if (pattern === undefined) return withoutUnsupportedPattern(node, json);
  if (json['pattern'] === pattern) return json;
  // A schema has only one `pattern`.
  const { allOf = [] } = json;
  return { ...json, allOf: [...(allOf as unknown[]), { pattern }] };
}

function patternOf({ type, requirement }: ValibotNode): string | undefined {
  if (requirement instanceof RegExp) {
    // JSON Schema has no equivalent of the other flags. `cleanSchema()` removes what needs the flag `u`.
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

/** The converter keeps a pattern, even if it reports the flags of the pattern as unsupported. */
function withoutUnsupportedPattern({ requirement }: ValibotNode, json: JsonSchema): JsonSchema {
  const { pattern, ...rest } = json;
  return requirement instanceof RegExp && pattern === requirement.source ? rest : json;
}
