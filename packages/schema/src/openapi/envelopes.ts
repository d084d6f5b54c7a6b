import type { ErrorClass } from '@jsonrpc-kit/core/description';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { definedMembers } from '../defined-members.js';
import { objectSchema } from '../json-schema/json-schema.js';
import { errorTitle } from '../methods/error-schemas.js';
import type { SubscribedEvents } from '../methods/event-schemas.js';

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

/** @param data the schema of the error's data, if it has one */
export function errorResponseSchema(error: ErrorClass, data: JsonSchema | undefined): JsonSchema {
  const { code, message, description, dataRequired } = error;
  const members = { code: constant(code), message: constant(message) };
  const errorObject =
    data === undefined
      ? objectSchema(members, ['code', 'message'])
      : objectSchema({ ...members, data }, ['code', 'message', ...(dataRequired ? ['data'] : [])]);
  const envelope = { jsonrpc: JSONRPC, id: ERROR_ID, error: errorObject };
  return {
    ...definedMembers({ title: errorTitle(error), description }),
    ...objectSchema(envelope, ['jsonrpc', 'id', 'error']),
  };
}

/** Returns the notification with an event, or with the last word of a subscription. */
export function eventSchema({ notification, idParameter, members }: SubscribedEvents): JsonSchema {
  const { name } = notification.description;
  const params = objectSchema({ [idParameter]: { type: 'string' }, ...members }, [idParameter]);
  return notificationSchema(`${name} event`, name, params);
}

/** Returns the notification with the progress of a call. */
export function progressSchema(method: string): JsonSchema {
  const params = objectSchema({ token: REQUEST_ID, value: {} }, ['token', 'value']);
  return notificationSchema(`${method} progress`, '$/progress', params);
}

function notificationSchema(title: string, method: string, params: JsonSchema): JsonSchema {
  const envelope = { jsonrpc: JSONRPC, method: constant(method), params };
  return { title, ...objectSchema(envelope, ['jsonrpc', 'method', 'params']) };
}
