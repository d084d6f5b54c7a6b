import { type Dependency, dependency, InvalidRequest, jsonRpcContext } from '@jsonrpc-kit/core';
import type { PluginCall } from '@jsonrpc-kit/core/adapter';

/** The maximum number of characters of a key. */
export const MAX_KEY_LENGTH = 255;

export const MEMBER = 'idempotencyKey';
const HEADER = 'idempotency-key';

/** Visible ASCII, which every header can carry. */
const KEY = /^[\x21-\x7e]+$/;

/**
 * Returns the idempotency key of a call: its member `idempotencyKey`, or the header `Idempotency-Key` of
 * a single call, unless it arrived on a connection. Returns undefined if the call has neither.
 *
 * @throws InvalidRequest if the key is invalid, the two differ, or a batch has only the header
 */
export function readKey(call: PluginCall): string | undefined {
  const member = (call.rawRequest as { readonly [MEMBER]?: unknown } | undefined)?.[MEMBER];
  // The header of an upgrade isn't about one of the calls that follow on the connection.
  const header = call.carrier.kind === 'connection' ? undefined : call.carrier.header(HEADER);
  if (member !== undefined) checkKey(member, MEMBER);
  if (header === undefined || header === '') return member;
  if (call.isBatch) {
    if (member !== undefined) return member;
    throw invalidKey(
      HEADER_LOCATION,
      'This header is for a single call. Send idempotencyKey in each call of the batch.',
      'batch',
    );
  }
  const key = unquoted(header);
  checkKey(key, HEADER_LOCATION);
  if (member === undefined || member === key) return key;
  throw invalidKey(MEMBER, 'Must be equal to the header Idempotency-Key', 'header');
}

/**
 * An argument source with the idempotency key of the call, or undefined if the call has none. Pass the key
 * on to other services that accept one. Keys are separate for each caller and method, so add both to it.
 *
 * ```ts
 * v1.method('pay', { args: { owner: customer, key: idempotencyKey, tx: transaction }, idempotent }, ({ owner, key }) =>
 *   charge({ idempotencyKey: `${owner}:pay:${key}` }),
 * );
 * ```
 *
 * A job has the same key in all of its attempts: the key of its notification, or a random key.
 */
export const idempotencyKey: Dependency<string | undefined> = dependency(
  { context: jsonRpcContext },
  // The context of every call is a PluginCall.
  ({ context }) => readKey(context as PluginCall),
  { name: 'idempotencyKey' },
);

/** @throws InvalidRequest for a call without a key */
export function missingKey(): InvalidRequest {
  return invalidKey(MEMBER, 'Missing required idempotency key', 'missing');
}

const HEADER_LOCATION = ['<header>', HEADER] as const;

type Location = typeof MEMBER | typeof HEADER_LOCATION;

function checkKey(key: unknown, location: Location): asserts key is string {
  if (!isKey(key)) throw invalidKey(location, `Must be ${KEY_RULE}`, 'idempotency_key');
}

/** The rule for keys, as messages state it. */
export const KEY_RULE: string = `1 to ${MAX_KEY_LENGTH} visible ASCII characters`;

export function isKey(key: unknown): key is string {
  return typeof key === 'string' && key.length <= MAX_KEY_LENGTH && KEY.test(key);
}

/** Removes the quotes of the header, which the draft standard requires and most APIs omit. */
function unquoted(header: string): string {
  return /^"[^"\\]*"$/.test(header) ? header.slice(1, -1) : header;
}

function invalidKey(location: Location, msg: string, type: string): InvalidRequest {
  const loc = typeof location === 'string' ? [location] : [...location];
  return new InvalidRequest({ errors: [{ loc, msg, type }] });
}
