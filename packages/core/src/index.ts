/**
 * A JSON-RPC 2.0 server framework: entrypoints, methods, errors, dependencies and middlewares. Adapter
 * packages such as `@jsonrpc-kit/hono` serve an {@link Api} with a web framework.
 *
 * @module
 */
export { Api } from './api/api.js';
export type { ApiOptions, CloseOptions } from './api/api-options.js';
export type { EntrypointOptions } from './entrypoint/entrypoint-options.js';
export { Entrypoint, type EntrypointError, type EnvelopeOf } from './entrypoint/entrypoint.js';
export type { MethodOptions } from './method/method-options.js';
export { defineMethod, type Method } from './method/method.js';
export type { ArgumentSource } from './di/argument-source.js';
export {
  backgroundTasks,
  calledMethods,
  connection,
  contextSource,
  httpRequest,
  httpResponse,
  jsonRpcContext,
  progress,
  signal,
} from './di/context-sources.js';
export { cursor } from './di/cursor.js';
export type { Progress } from './di/internal-call.js';
export type { DependencyOverrides } from './di/dependency-overrides.js';
export { dependency, type Dependency } from './di/dependency.js';
export { resource, type Resource } from './di/resource.js';
export type { SecurityScheme } from './di/security-scheme.js';
export { cookie, header, params } from './di/sources.js';
export { transactionDependency } from './di/transaction-dependency.js';
export { anyOfSecurity } from './security/any-of-security.js';
export { apiKeyCookie, apiKeyHeader } from './security/api-key.js';
export { httpBasic, httpBearer } from './security/http-auth.js';
export type { JsonRpcMiddleware } from './middleware/middleware.js';
export {
  addInstrumentation,
  type Instrumentation,
  type Measurement,
} from './context/instrumentation.js';
export type { JsonRpcContext, MethodRoute } from './context/json-rpc-context.js';
export { BaseError, type ErrorClass, isBaseError } from './errors/base-error.js';
export { defineError } from './errors/define-error.js';
export { HttpError, isHttpError } from './errors/http-error.js';
export { RpcError } from './errors/rpc-error.js';
export {
  BatchRolledBack,
  Conflict,
  EventsLost,
  InternalError,
  InvalidParams,
  InvalidRequest,
  LimitExceeded,
  MethodNotFound,
  ParseError,
  type ProblemsData,
  RequestCancelled,
  RequestTimeout,
} from './errors/standard-errors.js';
export { Unauthorized } from './errors/unauthorized.js';
export type { Problem } from './jsonrpc/problem.js';
export { JsonRpcRequest, type RequestId } from './jsonrpc/request.js';
export { ErrorCode, type JsonRpcErrorObject, type JsonRpcResponse } from './jsonrpc/response.js';
export type { HttpRequest } from './http/http-request.js';
export type { Carrier } from './message/carrier.js';
export { defineSubscription } from './subscription/subscription.js';
export type { HttpResponseHead } from './http/http-response-head.js';
export type { HttpResponse } from './http/http-response.js';
export type { Scheduler, SchedulerFactory } from './scheduling/scheduler.js';
export type { BackgroundTask, BackgroundTasks } from './background/background-tasks.js';
export type { Logger } from './logging/logger.js';
// Loads the types for TypeScript, which then imports them from `@jsonrpc-kit/core/types` in declarations.
// oxlint-disable-next-line unicorn/require-module-specifiers -- an import without names would exist at run time
export type {} from './types.js';
