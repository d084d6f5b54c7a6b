import type { BackgroundTasks } from '../background/background-tasks.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import { describeValue } from '../options/describe-value.js';
import type { ContextReader, ContextSource, SourceContext } from './argument-source.js';
import type { StorableCall } from './recording.js';

/**
 * Creates an argument source that reads the call or its HTTP request.
 *
 * ```ts
 * const userAgent = contextSource(({ httpRequest }) => httpRequest.header('user-agent'));
 *
 * v1.method('audit', { args: { userAgent } }, ({ userAgent }) => log(userAgent));
 * ```
 *
 * @param read returns the value of the argument. Runs once per call, or once per HTTP request if an
 *   entrypoint's `dependencies` use the source. If it throws, the call fails with the error.
 * @throws TypeError if `read` isn't a function
 */
export function contextSource<Value>(
  read: (context: SourceContext) => Value,
): ContextSource<Value> {
  if (typeof (read as unknown) !== 'function') {
    throw new TypeError(
      `contextSource(): the argument must be a function, not ${describeValue(read)}. Write ` +
        `contextSource(({ httpRequest }) => …).`,
    );
  }
  const source: ContextReader<Value> = { kind: 'context', perCall: false, read };
  return source;
}

/** Background tasks of the HTTP request, which run after the response has been sent. */
export const backgroundTasks: ContextSource<BackgroundTasks> = contextSource(
  (context) => context.backgroundTasks,
);

/** The HTTP request, with the framework's own request as `native`. */
export const httpRequest: ContextSource<HttpRequest> = contextSource(
  (context) => context.httpRequest,
);

/** The status, headers and cookies of the HTTP response, which all calls of a batch share. */
export const httpResponse: ContextSource<HttpResponseHead> = contextSource(
  (context) => context.httpResponse,
);

/** A signal that aborts when the client disconnects, the call times out or a shutdown is forced. */
export const signal: ContextSource<AbortSignal> = contextSource((context) => context.signal);

/** Reads the call with members that only sources of the framework use. */
export const callSource: ContextReader<StorableCall> = {
  kind: 'context',
  perCall: true,
  read: ({ jsonRpcContext: call }) => {
    if (call === undefined) throw new TypeError('jsonRpcContext was read outside a call');
    return call;
  },
};

/** The context of the call. An entrypoint's `dependencies` run outside of calls and can't use it. */
export const jsonRpcContext: ContextSource<JsonRpcContext> = { ...callSource };
