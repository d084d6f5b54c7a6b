import type { HttpRequest, JsonRpcContext, RequestParams } from '@jsonrpc-kit/core';

/** What Sentry is told of a request, where the defaults are not enough. */
export interface TrackerOptions {
  /**
   * Names the transaction of an HTTP request. Keep the names few: a part that the caller chose makes
   * one without end. Undefined leaves the default: the method of a single call, `jsonrpc batch`, or
   * `jsonrpc` where there is no known method.
   */
  readonly transactionName?: ((request: TransactionInfo) => string | undefined) | undefined;
  /**
   * Gives what is sent of a failed call's params; undefined sends none. Without this option no params
   * are sent.
   *
   * ```ts
   * trackerJsonRpcIntegration({ params: (params) => ({ ...params, password: '[filtered]' }) })
   * ```
   */
  readonly params?: ((params: RequestParams, context: JsonRpcContext) => unknown) | undefined;
}

/** What an HTTP request is known by when its transaction is named. */
export interface TransactionInfo {
  /** Undefined where the request has come to no message: its body is no JSON, or was refused unread. */
  readonly message: 'single' | 'batch' | undefined;
  /** The method of a single call; undefined where there is none of the name. */
  readonly method: string | undefined;
  /** The path of the entrypoint. */
  readonly entrypoint: string;
  /** The HTTP request, with the framework's own under `native`. */
  readonly httpRequest: HttpRequest;
}
