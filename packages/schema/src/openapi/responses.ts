import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { objectSchema } from '../json-schema/json-schema.js';
import {
  jsonContent,
  type NamedExamples,
  type ResponseObject,
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
    '204': {
      description: 'All calls are notifications (calls without an `id`). The response has no body.',
    },
    ...(isSecured ? { '401': UNAUTHORIZED } : {}),
    ...(isDurable ? { '422': NOT_STORED } : {}),
    ...(isRateLimited ? { '429': { ...TOO_MANY_REQUESTS, content: jsonContent(schema) } } : {}),
    ...(isDurable ? { '503': NOT_STORED_YET } : {}),
  };
}

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
  content: jsonContent(objectSchema({ detail: {} }, ['detail'])),
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
