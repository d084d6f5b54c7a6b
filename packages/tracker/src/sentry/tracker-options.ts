import type { HttpRequest, JsonRpcContext } from '@jsonrpc-kit/core';
import type { RequestParams } from '@jsonrpc-kit/core/types';

/** Options of {@link sentryIntegration}. */
export interface TrackerOptions {
  /**
   * Names the transaction of an HTTP request, a tool call or a job. Return undefined for the default: the method of a single
   * call, `jsonrpc batch`, or `jsonrpc` if there is no known method. Don't include client-supplied
   * text, because it would create an unlimited number of names.
   */
  readonly transactionName?: ((request: TransactionInfo) => string | undefined) | undefined;
  /**
   * Selects the part of a call's params that an error event contains. Return undefined for no params.
   * Default: events contain no params.
   *
   * ```ts
   * sentryIntegration({ params: (params) => ({ ...params, password: '[filtered]' }) })
   * ```
   */
  readonly params?: ((params: RequestParams, context: JsonRpcContext) => unknown) | undefined;
}

/** The message for which `transactionName` returns a name. */
export interface TransactionInfo {
  /** Undefined if the body is not JSON, or the request was rejected before its body was parsed. */
  readonly message: 'single' | 'batch' | undefined;
  /** The method of a single call. Undefined for a batch or an unknown method. */
  readonly method: string | undefined;
  /** The path of the entrypoint. */
  readonly entrypoint: string;
  /** The HTTP request, with the framework's own request as `native`; undefined in a job. */
  readonly httpRequest: HttpRequest | undefined;
}
