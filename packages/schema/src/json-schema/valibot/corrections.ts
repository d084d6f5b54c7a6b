import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import type { Direction } from '../json-schema.js';
import { defaultOf, hasDefault, jsonOfNode, type ValibotNode } from './valibot-node.js';

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
  if (node['required'] !== undefined) return correctObject(node, json);
  switch (node.type) {
    case 'array':
      return correctArray(node, json, direction);
    case 'tuple':
    case 'loose_tuple':
    case 'strict_tuple':
    case 'tuple_with_rest':
      return correctTuple(node, json, direction);
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

export function orNull(schema: unknown): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** The converter rejects any key schema but a plain string; JSON Schema has `propertyNames`. */
function correctRecord(json: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = json;
  const isAnyString = JSON.stringify(propertyNames) === '{"type":"string"}';
  return isAnyString ? rest : { ...rest, propertyNames };
}

function correctObject({ required }: ValibotNode, json: JsonSchema): JsonSchema {
  const { required: _, ...rest } = json;
  return Array.isArray(required) && required.length > 0 ? { ...rest, required } : rest;
}

/** JSON encodes undefined in an array as null. */
function correctArray(
  node: ValibotNode,
  json: JsonSchema,
  direction: Direction,
): JsonSchema | undefined {
  const isNullable = direction === 'output' && flags(node['mayBeUndefined'])[0] === true;
  return isNullable ? { ...json, items: orNull(json['items']) } : undefined;
}

/** Like {@link correctArray}. In an input, optional elements at the end may be omitted. */
function correctTuple(
  node: ValibotNode,
  json: JsonSchema,
  direction: Direction,
): JsonSchema | undefined {
  const optional = flags(node['mayBeOmitted']);
  if (!optional.includes(true)) return undefined;
  if (direction === 'input') return { ...json, minItems: optional.lastIndexOf(false) + 1 };
  const keyword = 'prefixItems' in json ? 'prefixItems' : 'items';
  const schemas = json[keyword] as readonly unknown[];
  const nullable = flags(node['mayBeUndefined']);
  return {
    ...json,
    [keyword]: schemas.map((one, index) => (nullable[index] === true ? orNull(one) : one)),
  };
}

/** Reads the flags that `prepareSchema()` sets for the elements of a schema. */
function flags(value: unknown): readonly boolean[] {
  return (value ?? []) as readonly boolean[];
}

function correctDefault(node: ValibotNode, json: JsonSchema): JsonSchema {
  const { default: converted, ...rest } = json;
  if (typeof node['default'] !== 'function') return json;
  return isConstantDefault(node) ? { ...json, default: converted } : rest;
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
