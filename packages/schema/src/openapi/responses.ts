import type { JsonSchema } from '../json-schema/json-schema.js';
import { objectSchema } from './envelopes.js';
import { type JsonContent, jsonContent, type NamedExample } from './media-type.js';

/** OpenAPI 3.1: Response Object. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: JsonContent;
}

export type Responses = Readonly<Record<string, ResponseObject>>;

/** Which statuses an operation has beside 200 and 204. */
export interface OptionalStatuses {
  readonly isSecured: boolean;
  readonly isRateLimited: boolean;
}

/** The statuses that an entrypoint gives: errors of JSON-RPC have 200 as well. */
export function responses(
  description: string,
  schema: JsonSchema,
  examples: Readonly<Record<string, NamedExample>>,
  { isSecured, isRateLimited }: OptionalStatuses,
): Responses {
  return {
    '200': { description, content: jsonContent(schema, examples) },
    '204': { description: 'Nothing to answer: a notification, which is a call without an `id`.' },
    ...(isSecured ? { '401': UNAUTHORIZED } : {}),
    ...(isRateLimited ? { '429': { ...TOO_MANY_REQUESTS, content: jsonContent(schema, {}) } } : {}),
  };
}

const TOO_MANY_REQUESTS: ResponseObject = {
  description: 'The rate limit rejected every call: each of them has an error response.',
  headers: {
    'Retry-After': {
      description: 'Seconds until the limit allows calls again.',
      schema: { type: 'integer' },
    },
  },
};

const UNAUTHORIZED: ResponseObject = {
  description: 'The credential is missing, or of no use.',
  headers: {
    'WWW-Authenticate': {
      description: 'How to authenticate, where that is by the `Authorization` header.',
      schema: { type: 'string' },
    },
  },
  content: jsonContent(objectSchema({ detail: {} }, ['detail'])),
};
