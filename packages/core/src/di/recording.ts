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
  /** Logs failures of the call; the number of its lines per HTTP request is limited. */
  readonly failureLogger: Logger;
}

/** A call whose notification can be stored as a job. */
export interface StorableCall extends RecordableCall {
  /** Whether the job is committed. */
  isStored: boolean;
}

/** A response without its envelope that replays repeat. */
export interface RecordedResponse {
  /** Whether the call succeeded. */
  readonly member: 'result' | 'error';
  /** The JSON of the member. */
  readonly json: string;
}

/**
 * Records the response of one call, in the transaction that the call's own writes use. Each function runs
 * at most once.
 */
export interface Recording {
  /**
   * Receives the typed error of a method that has failed, after the dependencies that were opened later
   * than the recording. Undoes the writes of the method and returns true to record the error response:
   * the transaction then commits, although the call fails. Returns false to let everything roll back.
   * Everything also rolls back after any other error, and after an error whose response is malformed, so
   * an InternalError is never recorded instead of them.
   *
   * @throws an error that replaces the one of the method; everything rolls back
   */
  keep(error: BaseError): MaybePromise<boolean>;
  /**
   * Receives the response that is about to be sent, before the transaction commits; undefined for a
   * notification.
   *
   * @throws an error that fails the call; everything rolls back
   */
  record(response: RecordedResponse | undefined): MaybePromise<void>;
}
