import type { BackgroundTasks } from '../background/background-tasks.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import type { ConnectionInfo } from '../message/carrier.js';
import { describeValue } from '../options/describe-value.js';
import type { ContextReader, ContextSource, SourceContext } from './argument-source.js';
import type { InternalCall, Progress } from './internal-call.js';

/**
 * Creates an argument source that reads the call or its HTTP request.
 *
 * ```ts
 * const userAgent = contextSource(({ carrier }) => carrier.header('user-agent'));
 *
 * v1.method('audit', { args: { userAgent } }, ({ userAgent }) => log(userAgent));
 * ```
 *
 * @param read returns the value of the argument. Runs once per call, or once per message if an
 *   entrypoint's `messageDependencies` use the source. If it throws, the call fails with the error.
 * @throws TypeError if `read` isn't a function
 */
export function contextSource<Value>(
  read: (context: SourceContext) => Value,
): ContextSource<Value> {
  if (typeof (read as unknown) !== 'function') {
    throw new TypeError(
      `contextSource(): the argument must be a function, not ${describeValue(read)}. Write ` +
        `contextSource(({ carrier }) => …).`,
    );
  }
  const source: ContextReader<Value> = { kind: 'context', read };
  return source;
}

/**
 * An argument source for background tasks, which run after the response has been sent.
 *
 * ```ts
 * v1.method('order', { args: { item: v.string(), tasks: backgroundTasks } }, ({ item, tasks }) => {
 *   tasks.add(() => sendReceipt(item));
 *   return 'ordered';
 * });
 * ```
 */
export const backgroundTasks: ContextSource<BackgroundTasks> = contextSource(
  (context) => context.backgroundTasks,
);

/**
 * An argument source for the HTTP request, with the framework's own request as `native`. In a job, which
 * has no HTTP request, the call fails.
 */
export const httpRequest: ContextSource<HttpRequest> = contextSource((context) => {
  if (context.httpRequest !== undefined) return context.httpRequest;
  throw new TypeError(
    `httpRequest: a ${context.carrier.kind} has no HTTP request. Read ctx.carrier instead.`,
  );
});

/**
 * An argument source for the status, headers and cookies of the HTTP response, which all calls of a
 * batch share.
 *
 * ```ts
 * v1.method('login', { args: { user: v.string(), response: httpResponse } }, ({ user, response }) => {
 *   response.setCookie('session', createSession(user), { httpOnly: true });
 *   return null;
 * });
 * ```
 */
export const httpResponse: ContextSource<HttpResponseHead> = contextSource(
  (context) => context.httpResponse,
);

/**
 * An argument source for the names of the methods that the HTTP request calls, in request order: one name
 * for a single call, and those of all calls for a batch. They aren't validated, so a name may be unknown.
 * In an entrypoint's `messageDependencies`, it can decide about the whole request before any method runs:
 *
 * ```ts
 * const requireToken = dependency({ names: calledMethods, token }, ({ names, token }) => {
 *   if (names.some(needsToken) && !isValid(token)) throw new HttpError(401);
 * });
 * ```
 */
export const calledMethods: ContextSource<readonly string[]> = contextSource(
  (context) => context.calledMethods,
);

/**
 * An argument source for a signal that aborts when the client disconnects, the call times out or a
 * shutdown is forced.
 *
 * ```ts
 * v1.method('rates', { args: { signal } }, async ({ signal }) => {
 *   const response = await fetch('https://rates.example', { signal });
 *   return response.json();
 * });
 * ```
 */
export const signal: ContextSource<AbortSignal> = contextSource((context) => context.signal);

/**
 * An argument source for the connection that the call arrived on; undefined in an HTTP request, tool call
 * or job.
 *
 * ```ts
 * const session = dependency({ token: httpBearer(), connection }, async ({ token, connection }) => {
 *   const { user, expiresAt } = await verify(token);
 *   connection?.expireAt(expiresAt);
 *   return user;
 * });
 * ```
 */
export const connection: ContextSource<ConnectionInfo | undefined> = contextSource(
  ({ carrier }) => carrier.connection,
);

/** Creates an argument source that reads a call. An entrypoint's `messageDependencies` can't use it. */
export function callSource<Value>(read: (call: InternalCall) => Value): ContextReader<Value> {
  return {
    kind: 'context',
    perCall: true,
    // Only the plans of calls contain the source.
    read: ({ jsonRpcContext: call }) => read(call as InternalCall),
  };
}

/**
 * An argument source for reports of progress, which the client receives before the response. The client
 * asks for them with the member `progressToken` of its request, on a connection, or in an HTTP request
 * with `accept: text/event-stream`. Otherwise, reports have no effect.
 *
 * ```ts
 * v1.method('import', { args: { rows: v.array(Row), progress } }, async ({ rows, progress }) => {
 *   for (const [index, row] of rows.entries()) {
 *     await insert(row);
 *     progress.report({ done: index + 1, total: rows.length });
 *   }
 *   return rows.length;
 * });
 * ```
 *
 * An entrypoint's `messageDependencies` can't use it, because they run outside calls.
 */
export const progress: ContextSource<Progress> = callSource((call) => call.progress);

/**
 * An argument source for the context of the call. An entrypoint's `messageDependencies` can't use it, because
 * they run outside calls.
 */
export const jsonRpcContext: ContextSource<JsonRpcContext> = callSource((call) => call);
