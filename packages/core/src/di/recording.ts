import type { MaybePromise } from '../async/maybe-promise.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { BaseError } from '../errors/base-error.js';
import type { Logger } from '../logging/logger.js';

/** A call whose response can be recorded. */
export interface RecordableCall extends JsonRpcContext {
  /** The member `idempotencyKey` of the request object, not validated. */
  readonly idempotencyKey: unknown;
  /** Whether the HTTP request may contain other calls, so that its headers don't belong to this one. */
  readonly isBatch: boolean;
  /** Whether the request has no id, so that no response is sent. */
  readonly isNotification: boolean;
  /** Logs failures of the call. The number of log lines per HTTP request is limited. */
  readonly failureLogger: Logger;
}

/** A call that, if it is a notification, can be stored as a job. */
export interface StorableCall extends RecordableCall {
  /** Whether the job is committed. */
  isStored: boolean;
}

/** The part of a response that is recorded, and that replays repeat. */
export interface RecordedResponse {
  /** Whether the call succeeded. */
  readonly member: 'result' | 'error';
  /** The JSON of the member. */
  readonly json: string;
}

/**
 * Records the response of one call, in the same transaction as the writes of the call. Each function is
 * called at most once.
 */
export interface Recording {
  /**
   * Called with the typed error of a failed method, after the dependencies that were opened later than
   * the recording have been closed. To record the error response, undo the writes of the method and
   * return true: the transaction then commits although the call fails. Return false to roll everything
   * back.
   *
   * Not called for any other error, after which everything rolls back. Everything also rolls back if
   * the error response turns out to be malformed, so an InternalError is never recorded.
   *
   * @throws an error that replaces the error of the method; everything rolls back
   */
  keep(error: BaseError): MaybePromise<boolean>;
  /**
   * Called with the final response before the transaction commits; undefined for a notification.
   *
   * @throws an error that fails the call; everything rolls back
   */
  record(response: RecordedResponse | undefined): MaybePromise<void>;
}
