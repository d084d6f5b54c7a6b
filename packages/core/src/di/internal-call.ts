import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { Logger } from '../logging/logger.js';
import type { AcceptedSubscription } from '../message/subscriber.js';
import type { TransactionExecutor } from './transaction-executor.js';

/** The context of a call with the members that only plugins use. The context of every call has them. */
export interface PluginCall extends JsonRpcContext {
  /** Whether the message may contain other calls, so that its headers don't belong to this one. */
  readonly isBatch: boolean;
  /** Whether the request has no id, so that no response is sent. */
  readonly isNotification: boolean;
  /** Runs statements in the transaction of an atomic batch; undefined if the calls are independent. */
  readonly sharedTransaction: TransactionExecutor | undefined;
  /** Logs failures of the call. The number of log lines per message is limited. */
  readonly failureLogger: Logger;
  /**
   * A {@link NotificationQueue} sets it when it has accepted the notification. The client then gets 204,
   * even if a middleware fails afterwards.
   */
  isAccepted: boolean;
}

/** Reports the progress of a call to its client. */
export interface Progress {
  /**
   * Sends a value to the client, if the client has asked for progress with a `progressToken` and can
   * receive it before the response. At most 10 reports of a call are sent in a second: between two of
   * them, only the latest value is kept. The last one is always sent. Never throws.
   *
   * @param value anything that JSON can carry. It is encoded when it is sent.
   */
  readonly report: (value: unknown) => void;
}

/** The parts of a call that outlive it in a subscription. */
export type DetachedCall = Pick<
  AcceptedSubscription,
  'errorCodes' | 'inContext' | 'abort' | 'dispose' | 'abandon' | 'report'
>;

/** The context of a call with the members that only the core uses. The context of every call has them. */
export interface InternalCall extends PluginCall {
  /** @throws InvalidRequest if the token of the client is invalid */
  readonly progress: Progress;
  /** The RequestTimeout of a call that has timed out; undefined if it hasn't. */
  readonly interruption: unknown;
  /** Hands the signal and the open dependencies of the call over to a subscription. */
  detach(): DetachedCall;
}
