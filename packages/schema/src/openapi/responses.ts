import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { objectSchema } from '../json-schema/json-schema.js';
import { JSONRPC } from './envelopes.js';
import {
  jsonContent,
  type NamedExamples,
  type ResponseObject,
  type ResponseReference,
  type Responses,
} from './openapi-document.js';

export interface ResponseOptions {
  /** The description of the response with status 200. */
  readonly description: string;
  readonly schema: JsonSchema;
  readonly examples: NamedExamples;
  /** The data of an event of an event stream. Default: the operation has no events. */
  readonly events?: JsonSchema | undefined;
  /** Whether the operation can respond with 401. */
  readonly isSecured: boolean;
  /** Whether the operation can respond with 429. */
  readonly isRateLimited: boolean;
  /** The limits of the entrypoint: without one, its status doesn't occur. */
  readonly limits: Pick<AnyEntrypoint['settings']['limits'], 'maxBodyBytes' | 'bodyTimeout'>;
  /** Whether the api only accepts some hosts, so that the operation can respond with 421. */
  readonly checksHost: boolean;
  /** Whether at least one method accepts notifications, so that the operation can respond with 204. */
  readonly acceptsNotifications: boolean;
  /** Whether notifications are stored, so that the operation can respond with 422 and 503. */
  readonly isDurable: boolean;
}

/** Returns the responses of an operation by status. JSON-RPC errors also have status 200. */
export function operationResponses({
  description,
  schema,
  examples,
  events,
  isSecured,
  isRateLimited,
  limits: { maxBodyBytes, bodyTimeout },
  checksHost,
  acceptsNotifications,
  isDurable,
}: ResponseOptions): Responses {
  return {
    '200': {
      description,
      content: {
        ...jsonContent(schema, examples),
        ...(events === undefined ? {} : { 'text/event-stream': { schema: events } }),
      },
    },
    ...(acceptsNotifications ? { '204': NO_RESPONSE } : {}),
    ...(isSecured ? { '401': UNAUTHORIZED } : {}),
    ...(bodyTimeout === Infinity ? {} : { '408': reference('BodyTimedOut') }),
    ...(maxBodyBytes === Infinity ? {} : { '413': reference('BodyTooLarge') }),
    '415': reference('UnsupportedMediaType'),
    ...(checksHost ? { '421': reference('MisdirectedRequest') } : {}),
    ...(isDurable ? { '422': NOT_STORED } : {}),
    ...(isRateLimited ? { '429': { ...TOO_MANY_REQUESTS, content: jsonContent(schema) } } : {}),
    '503': isDurable ? NOT_STORED_YET : reference('Unavailable'),
  };
}

type CommonResponse =
  | 'BodyTimedOut'
  | 'BodyTooLarge'
  | 'UnsupportedMediaType'
  | 'MisdirectedRequest'
  | 'Unavailable';

function reference(name: CommonResponse): ResponseReference {
  return { $ref: `#/components/responses/${name}` };
}

const REJECTION = jsonContent(
  objectSchema(
    {
      jsonrpc: JSONRPC,
      id: { type: 'null' },
      error: objectSchema({ code: { type: 'integer' }, message: { type: 'string' }, data: {} }, [
        'code',
        'message',
      ]),
    },
    ['jsonrpc', 'id', 'error'],
  ),
);

const DETAIL = jsonContent(objectSchema({ detail: {} }, ['detail']));

/** The responses to requests that are rejected before any call runs. */
const COMMON_RESPONSES: Readonly<Record<CommonResponse, ResponseObject>> = {
  BodyTimedOut: { description: 'The body did not arrive in time.', content: REJECTION },
  BodyTooLarge: { description: 'The body has too many bytes.', content: REJECTION },
  UnsupportedMediaType: {
    description: 'The media type of the body is not JSON, or its encoding is not UTF-8.',
    content: REJECTION,
  },
  MisdirectedRequest: {
    description: 'The server does not accept the `Host` header.',
    content: DETAIL,
  },
  Unavailable: {
    description: 'The server is shutting down, or holds too many messages. Send the request again.',
    headers: {
      'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
    },
    // An object with the member `detail`, or an error response.
    content: jsonContent({}),
  },
};

const NO_RESPONSE: ResponseObject = {
  description: 'All calls are notifications (calls without an `id`). The response has no body.',
};

const NOT_STORED: ResponseObject = {
  description:
    'A notification was rejected, and would be rejected again. The body contains the responses to the ' +
    'other calls, if there are any.',
};

const NOT_STORED_YET: ResponseObject = {
  description:
    'A notification could not be stored. Send it again. The body contains the responses to the other ' +
    'calls, if there are any.',
  headers: {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  },
};

const UNAUTHORIZED: ResponseObject = {
  description: 'The credential is missing or invalid.',
  headers: {
    'WWW-Authenticate': {
      description: 'The authentication scheme, for credentials in the `Authorization` header.',
      schema: { type: 'string' },
    },
  },
  content: DETAIL,
};

const TOO_MANY_REQUESTS: ResponseObject = {
  description: 'The rate limit rejected all calls. Every call has an error response.',
  headers: {
    'Retry-After': {
      description: 'Seconds until the rate limit accepts calls again.',
      schema: { type: 'integer' },
    },
  },
};

/** Returns the common responses to which at least one operation refers. */
export function usedResponses(
  operations: readonly Responses[],
): Readonly<Record<string, ResponseObject>> {
  const used = new Set(
    operations.flatMap((responses) =>
      Object.values(responses).flatMap((response) => ('$ref' in response ? response.$ref : [])),
    ),
  );
  const names = Object.keys(COMMON_RESPONSES) as CommonResponse[];
  return Object.fromEntries(
    names
      .filter((name) => used.has(reference(name).$ref))
      .map((name) => [name, COMMON_RESPONSES[name]]),
  );
}
