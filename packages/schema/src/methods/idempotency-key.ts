import type { MethodDescription } from '@jsonrpc-kit/core/description';
import type { HttpParameter, JsonSchema } from '@jsonrpc-kit/openrpc';

type IdempotencyKey = NonNullable<MethodDescription['idempotencyKey']>;

export function keySchema({ maxLength }: IdempotencyKey): JsonSchema {
  return { type: 'string', minLength: 1, maxLength, pattern: '^[!-~]+$' };
}

/** Returns the member of the request object. */
export function keyMember(key: IdempotencyKey): JsonSchema {
  return {
    description: `${keyDescription(key)} Each call of a batch has its own.`,
    ...keySchema(key),
  };
}

/** Returns the header of a single call. It is optional even if a key is required, because the call may have the member. */
export function keyHeader(key: IdempotencyKey): HttpParameter {
  return {
    name: 'idempotency-key',
    in: 'header',
    required: false,
    description: `The key of a single call. It can also be sent as the member \`idempotencyKey\`. ${keyDescription(key)}`,
    schema: keySchema(key),
  };
}

function keyDescription({ isRequired }: IdempotencyKey): string {
  return (
    `A unique string for each call, such as a UUID. A retry of a call sends the same string.` +
    (isRequired ? ' Required.' : '')
  );
}

/** The key in examples of methods that require one. */
export const EXAMPLE_KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324';
