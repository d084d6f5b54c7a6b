import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { objectSchema } from '../json-schema/json-schema.js';

export const JSONRPC: JsonSchema = { type: 'string', const: '2.0' };

export const REQUEST_ID: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'integer' }] };

/** The id is null in the error response to a request without a valid id. */
const ERROR_ID: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] };

export function constant(value: string | number): JsonSchema {
  return { type: typeof value === 'number' ? 'integer' : 'string', const: value };
}

/** Repeats a constant as the default, for tools such as Postman that ignore `const` in a request. */
export function withDefault(schema: JsonSchema): JsonSchema {
  return { ...schema, default: schema['const'] };
}

export function resultResponseSchema(title: string, result: JsonSchema): JsonSchema {
  const members = { jsonrpc: JSONRPC, id: REQUEST_ID, result };
  return { title, ...objectSchema(members, ['jsonrpc', 'id', 'result']) };
}

export interface ErrorResponseOptions {
  readonly title: string;
  readonly code: number;
  readonly message: string;
  readonly description: string | undefined;
  readonly data: JsonSchema | undefined;
  readonly dataRequired: boolean;
}

export function errorResponseSchema(options: ErrorResponseOptions): JsonSchema {
  const { title, code, message, description, data, dataRequired } = options;
  const members = { code: constant(code), message: constant(message) };
  const error =
    data === undefined
      ? objectSchema(members, ['code', 'message'])
      : objectSchema({ ...members, data }, ['code', 'message', ...(dataRequired ? ['data'] : [])]);
  const envelope = { jsonrpc: JSONRPC, id: ERROR_ID, error };
  return {
    title,
    ...(description === undefined ? {} : { description }),
    ...objectSchema(envelope, ['jsonrpc', 'id', 'error']),
  };
}

/** Returns the notification with an event, or with the last word of a subscription. */
export function eventSchema(method: string, idParameter: string, result: JsonSchema): JsonSchema {
  const members = {
    [idParameter]: { type: 'string' },
    result,
    done: { const: true, description: 'The last word.' },
    error: { type: 'object', description: 'The last word.' },
  };
  const params = objectSchema(members, [idParameter]);
  const envelope = { jsonrpc: JSONRPC, method: constant(method), params };
  return { title: `${method} event`, ...objectSchema(envelope, ['jsonrpc', 'method', 'params']) };
}
