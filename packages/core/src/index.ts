/**
 * A JSON-RPC 2.0 server framework: entrypoints, methods, errors, dependencies and middlewares. Adapter
 * packages such as `@jsonrpc-kit/hono` serve an {@link Api} with a web framework.
 *
 * @module
 */
export { Api, type ProvidedValue } from './api/api.js';
export type { ApiOptions, CloseOptions } from './api/api-options.js';
export type {
  BatchOrder,
  EntrypointOptions,
  EntrypointSettings,
} from './entrypoint/entrypoint-options.js';
export {
  type DefaultErrors,
  Entrypoint,
  type EntrypointError,
  type EnvelopeOf,
} from './entrypoint/entrypoint.js';
export type {
  ExampleParams,
  ExampleResult,
  ExampleValue,
  MethodExample,
} from './method/method-example.js';
export type { ApiServer, MethodEffects, MethodOptions } from './method/method-options.js';
export {
  type DeclaredMethod,
  defineMethod,
  type Handler,
  type HandlerResult,
  type Method,
  type MethodResult,
  type MethodSignature,
} from './method/method.js';
export type {
  ArgumentSource,
  ArgumentSources,
  ArgumentValue,
  ArgumentValues,
  ContextSource,
  MethodParams,
  Source,
  SourceContext,
} from './di/argument-source.js';
export {
  backgroundTasks,
  contextSource,
  httpRequest,
  httpResponse,
  jsonRpcContext,
  signal,
} from './di/context-sources.js';
export type { DependencyOverrides, Replaceable, Replacement } from './di/dependency-overrides.js';
export type { Teardown } from './di/dependency-stack.js';
export {
  dependency,
  type Dependency,
  type DependencyOptions,
  type DependencyValue,
} from './di/dependency.js';
export { resource, type Resource } from './di/resource.js';
export type {
  SecurityAlternatives,
  SecurityRequirement,
  SecurityScheme,
} from './di/security-scheme.js';
export {
  cookie,
  type CookieSource,
  header,
  type HeaderSource,
  type NameOptions,
  params,
  type ParamsSource,
} from './di/sources.js';
export {
  type RunInTransaction,
  transactionDependency,
  type TransactionOptions,
  type TransactionResult,
} from './di/transaction-dependency.js';
export {
  anyOfSecurity,
  type AnyOfSecurityOptions,
  type PresentCredential,
  type SecuritySources,
} from './security/any-of-security.js';
export { apiKeyCookie, apiKeyHeader } from './security/api-key.js';
export {
  type BasicCredentials,
  type BearerOptions,
  httpBasic,
  httpBearer,
} from './security/http-auth.js';
export type {
  HttpSecurityOptions,
  RequiredCredential,
  SecurityOptions,
  SecuritySource,
} from './security/security-source.js';
export type { JsonRpcMiddleware } from './middleware/middleware.js';
export {
  addInstrumentation,
  type ErrorReport,
  type Instrumentation,
  type InstrumentedRequest,
  type TraceHeaders,
} from './context/instrumentation.js';
export type {
  AssignedResponse,
  EntrypointInfo,
  JsonRpcContext,
  MethodRoute,
  ParamStructure,
} from './context/json-rpc-context.js';
export { BaseError, type ErrorClass, type ErrorDescription } from './errors/base-error.js';
export {
  type DefinedError,
  type DefinedErrorClass,
  defineError,
  type ErrorData,
  type ErrorDataInput,
  type ErrorDefinition,
} from './errors/define-error.js';
export { HttpError } from './errors/http-error.js';
export {
  InternalError,
  InvalidParams,
  InvalidRequest,
  LimitExceeded,
  type LimitExceededData,
  MethodNotFound,
  ParseError,
  type ProblemsData,
  RequestTimeout,
} from './errors/standard-errors.js';
export type { Jsonify, JsonifyResult } from './jsonrpc/jsonify.js';
export type { Problem } from './jsonrpc/problem.js';
export {
  JsonRpcRequest,
  type JsonRpcRequestEntries,
  type RequestId,
  type RequestParams,
} from './jsonrpc/request.js';
export {
  ErrorCode,
  type JsonRpcErrorObject,
  type JsonRpcErrorResponse,
  type JsonRpcResponse,
  type JsonRpcSuccessResponse,
} from './jsonrpc/response.js';
export type { HttpRequest } from './http/http-request.js';
export type { CookieAttributes, HttpResponseHead } from './http/http-response-head.js';
export type { HttpResponse } from './http/http-response.js';
export {
  pQueueScheduler,
  type PQueueScheduler,
  type PQueueSchedulerOptions,
} from './scheduling/p-queue-scheduler.js';
export type {
  ResolvedSchedulerOptions,
  Scheduler,
  SchedulerFactory,
  SchedulerOptions,
  TaskOptions,
} from './scheduling/scheduler.js';
export type {
  CommonRateLimitOptions,
  MemoryRateLimitOptions,
  RateLimitOptions,
  StoreRateLimitOptions,
} from './rate-limit/rate-limit-options.js';
export type { RateLimitResult, RateLimitStore } from './rate-limit/rate-limit-store.js';
export type { BackgroundTask, BackgroundTasks } from './background/background-tasks.js';
export type { Logger } from './logging/logger.js';
export type { MaybePromise } from './async/maybe-promise.js';
