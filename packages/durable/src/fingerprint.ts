import { InvalidParams } from '@jsonrpc-kit/core';
import type { RequestParams } from '@jsonrpc-kit/core/types';
import canonicalize from 'canonicalize';
import { createHash } from 'node:crypto';

/** The parts of a call that must be the same in a repeated call. */
export interface FingerprintedCall {
  /** The path of the entrypoint. */
  readonly path: string;
  readonly isNotification: boolean;
  readonly params: RequestParams;
}

/**
 * Returns the SHA-256 of a call in canonical JSON (RFC 8785), so that neither the order of members nor
 * white space matters.
 *
 * @throws InvalidParams if the params have no canonical form, because a number is too large, for example
 */
export function fingerprintOf({ path, isNotification, params }: FingerprintedCall): string {
  const json = canonical([path, isNotification, hasNoParams(params) ? {} : params]);
  return createHash('sha256').update(json).digest('hex');
}

/** A request may omit its params, or send an empty object or array. */
function hasNoParams(params: RequestParams): boolean {
  return params === undefined || (Array.isArray(params) && params.length === 0);
}

function canonical(value: unknown): string {
  try {
    return canonicalize(value) ?? '';
  } catch (cause) {
    const msg =
      'The params of a call with an idempotency key need a canonical JSON form (RFC 8785)';
    throw new InvalidParams({ errors: [{ loc: [], msg, type: 'canonical' }] }, { cause });
  }
}

/** Returns the number of an advisory lock, as a text for `bigint`. */
export function lockNumber(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readBigInt64BE().toString();
}
