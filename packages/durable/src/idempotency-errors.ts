import { defineError } from '@jsonrpc-kit/core';
import { standardError } from '@jsonrpc-kit/core/internal';
import type { DefinedErrorClass } from '@jsonrpc-kit/core/types';
import * as v from 'valibot';

const ConflictBase: DefinedErrorClass<-32010, undefined, undefined> = standardError(
  'IdempotencyConflict',
  defineError({
    code: -32010,
    message: 'Idempotency key was used for another call',
    description: 'The idempotency key was used with other params, or for a call of another kind.',
  }),
);
/**
 * -32010, Idempotency key was used for another call: the caller has sent the key with other params, to
 * another entrypoint, or once with and once without an id. Use a new key for a new call.
 */
export class IdempotencyConflict extends ConflictBase {}

type CallInProgressData = {
  /** Milliseconds to wait before the call is sent again with the same key. */
  readonly retryAfterMs: number;
};

const InProgressBase: DefinedErrorClass<-32009, CallInProgressData, CallInProgressData> =
  standardError(
    'CallInProgress',
    defineError({
      code: -32009,
      message: 'Call is in progress',
      description: 'A call with the same idempotency key is still running.',
      data: v.object({ retryAfterMs: v.number() }),
      dataRequired: true,
    }),
  );
/** -32009, Call is in progress: a call with the same key is still running. Retry it with the same key. */
export class CallInProgress extends InProgressBase {}

/** The errors of every idempotent method. */
export const IDEMPOTENCY_ERRORS: readonly [typeof IdempotencyConflict, typeof CallInProgress] = [
  IdempotencyConflict,
  CallInProgress,
];
