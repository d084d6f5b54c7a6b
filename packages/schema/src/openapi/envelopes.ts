import type { JsonSchema } from '../json-schema/json-schema.js';

/** The members of a request or a response, each with its schema. */
export type Members = Readonly<Record<string, JsonSchema>>;

export const JSONRPC: JsonSchema = { type: 'string', const: '2.0' };

export const REQUEST_ID: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'integer' }] };

/** Of an answer to something that has no valid id it is null. */
const ERROR_ID: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] };

export function constant(value: string | number): JsonSchema {
  return { type: typeof value === 'number' ? 'integer' : 'string', const: value };
}

export function objectSchema(members: Members, required: readonly string[]): JsonSchema {
  return { type: 'object', properties: members, ...(required.length === 0 ? {} : { required }) };
}

export function responseSchema(result: JsonSchema): JsonSchema {
  const required = ['jsonrpc', 'id', 'result'];
  return objectSchema({ jsonrpc: JSONRPC, id: REQUEST_ID, result }, required);
}

export interface ErrorMembers {
  readonly code: number;
  readonly message: string;
  readonly data: JsonSchema | undefined;
  readonly dataRequired: boolean;
}

export function errorSchema({ code, message, data, dataRequired }: ErrorMembers): JsonSchema {
  const members = { code: constant(code), message: constant(message) };
  const error =
    data === undefined
      ? objectSchema(members, ['code', 'message'])
      : objectSchema({ ...members, data }, ['code', 'message', ...(dataRequired ? ['data'] : [])]);
  const required = ['jsonrpc', 'id', 'error'];
  return objectSchema({ jsonrpc: JSONRPC, id: ERROR_ID, error }, required);
}
