import {
  flag,
  type OptionKind,
  type OptionKinds,
  positive,
  positiveOrInfinity,
  waitTime,
} from '@jsonrpc-kit/core/internal';
import type { TypedError } from './call-recording.js';

/** Options for the calls of one method, or of all methods. */
export interface IdempotentCallOptions {
  /** Whether a call without a key is rejected instead of being executed. Default: false. */
  readonly keyRequired?: boolean | undefined;
  /** How long a key is kept, in milliseconds. After that it counts as a new key. Default: 24 hours. */
  readonly expiresAfter?: number | undefined;
  /**
   * How long a call waits for a running call with the same key before it fails with `CallInProgress`, in
   * milliseconds. A waiting call occupies a database connection. Default: 0.
   */
  readonly waitTimeout?: number | undefined;
  /**
   * The typed errors whose responses are recorded, so that a retry gets the same error. The method's
   * writes are undone. Default: the errors that the method itself declares.
   *
   * After any other error nothing is recorded, and a retry executes the method again. Conflict,
   * InternalError, RequestTimeout and LimitExceeded are never recorded.
   */
  readonly recordedErrors?: readonly TypedError[] | undefined;
  /**
   * The maximum size of a recorded response, in bytes; `Infinity` for no limit. A larger one fails the call.
   * Default: 1 MiB.
   */
  readonly maxResponseBytes?: number | undefined;
}

/** Accepts an array of classes of typed errors. */
export const errorClasses: OptionKind = {
  is: (value) => Array.isArray(value) && value.every((item) => typeof item === 'function'),
  must: 'an array of classes of typed errors',
};

export const CALL_KINDS: OptionKinds<IdempotentCallOptions> = {
  keyRequired: flag,
  expiresAfter: positive,
  waitTimeout: waitTime,
  recordedErrors: {
    ...errorClasses,
    advice: () => 'Write recordedErrors: [NotEnoughMoney], or [] for none.',
  },
  maxResponseBytes: positiveOrInfinity,
};
