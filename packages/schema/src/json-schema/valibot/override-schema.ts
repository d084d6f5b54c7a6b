import type { Direction, JsonSchema } from '../json-schema.js';
import { jsonOfNode } from './json-node.js';
import { defaultOf, hasDefault } from './may-be-undefined.js';
import type { ValibotNode } from './valibot-node.js';

export interface Converted {
  readonly schema: ValibotNode;
  readonly json: JsonSchema;
  readonly errors: readonly string[] | undefined;
}

/**
 * Corrects what the converter makes of a prepared schema; undefined where it is right as it is.
 *
 * @throws Error where the converter could make nothing of it
 */
export function overrideSchema(
  { schema, json, errors }: Converted,
  direction: Direction,
): JsonSchema | undefined {
  const given = jsonOfNode(schema);
  if (given !== undefined) return given;
  if (schema.type === 'record') return recordSchema(json);
  if (errors !== undefined) throw new Error(errors.join(' '));
  if (schema['required'] !== undefined) return objectSchema(schema, json);
  switch (schema.type) {
    case 'array':
      return arraySchema(schema, json, direction);
    case 'tuple':
    case 'loose_tuple':
    case 'strict_tuple':
    case 'tuple_with_rest':
      return tupleSchema(schema, json, direction);
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
    case 'nullable':
    case 'nullish':
      return direction === 'input' ? withDefault(schema, json) : wrappedAlone(schema, json);
    default:
      return undefined;
  }
}

export function orNull(schema: unknown): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** The converter takes no key but a string; any schema of the keys serves. */
function recordSchema(json: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = json;
  const saysNothing = JSON.stringify(propertyNames) === '{"type":"string"}';
  return saysNothing ? rest : { ...rest, propertyNames };
}

function objectSchema({ required }: ValibotNode, json: JsonSchema): JsonSchema {
  const { required: _, ...rest } = json;
  return Array.isArray(required) && required.length > 0 ? { ...rest, required } : rest;
}

/** What is undefined in an array goes out as null. */
function arraySchema(
  schema: ValibotNode,
  json: JsonSchema,
  direction: Direction,
): JsonSchema | undefined {
  const isNullable = direction === 'output' && flags(schema['mayBeUndefined'])[0] === true;
  return isNullable ? { ...json, items: orNull(json['items']) } : undefined;
}

/** Likewise; and what may be left out at the end need not be sent. */
function tupleSchema(
  schema: ValibotNode,
  json: JsonSchema,
  direction: Direction,
): JsonSchema | undefined {
  const optional = flags(schema['mayBeLeftOut']);
  if (!optional.includes(true)) return undefined;
  if (direction === 'input') return { ...json, minItems: optional.lastIndexOf(false) + 1 };
  const keyword = 'prefixItems' in json ? 'prefixItems' : 'items';
  const schemas = json[keyword] as readonly unknown[];
  const nullable = flags(schema['mayBeUndefined']);
  return {
    ...json,
    [keyword]: schemas.map((one, index) => (nullable[index] === true ? orNull(one) : one)),
  };
}

/** What prepareSchema() noted of the elements as they were declared. */
function flags(noted: unknown): readonly boolean[] {
  return (noted ?? []) as readonly boolean[];
}

function withDefault(schema: ValibotNode, json: JsonSchema): JsonSchema {
  const { default: converted, ...rest } = json;
  if (typeof schema['default'] !== 'function') return json;
  return isConstant(schema) ? { ...json, default: converted } : rest;
}

/** A function may give a time or a random id: then the document would differ each time. */
function isConstant(schema: ValibotNode): boolean {
  const [one, other] = [defaultOf(schema), defaultOf(schema)];
  const isContainer =
    typeof one === 'object' && one !== null && !(one instanceof Date) && !('then' in one);
  return isContainer && JSON.stringify(one) === JSON.stringify(other);
}

/** Where null has a default, null does not go out. */
function wrappedAlone(schema: ValibotNode, json: JsonSchema): JsonSchema | undefined {
  const isNullable = schema.type === 'nullable' || schema.type === 'nullish';
  const neverNull = isNullable && hasDefault(schema) && defaultOf(schema) !== null;
  return neverNull ? (json['anyOf'] as readonly JsonSchema[])[0] : undefined;
}
