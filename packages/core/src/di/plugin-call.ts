import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { Logger } from '../logging/logger.js';
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
