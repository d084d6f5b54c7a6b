/**
 * A JSON-RPC 2.0 server framework: entrypoints, methods, errors, dependencies and middlewares, over
 * an abstract HTTP exchange. An adapter package puts an {@link Api} behind a framework.
 *
 * @module
 */
export { Api, type ApiOptions, type CloseOptions, type ProvidedValue } from './api/api.js';
export type {
  ArgumentSource,
  ArgumentSources,
  ArgumentValue,
  ArgumentValues,
  ScopeSource,
  Source,
  WireParams,
} from './args/argument-source.js';
export {
  anyOfSecurity,
  type AnyOfSecurityOptions,
  type PresentCredential,
  type SecuritySources,
} from './args/any-of-security.js';
export { apiKeyCookie, apiKeyHeader } from './args/api-key.js';
export { cookie, type CookieSource } from './args/cookie.js';
export {
  dependency,
  type Dependency,
  type DependencyOptions,
  type DependencyValue,
} from './args/dependency.js';
export type { DependencyOverrides, Replaceable, Replacement } from './args/dependency-overrides.js';
export { header, type HeaderSource } from './args/header.js';
export type { NameOptions } from './args/named-source.js';
export { type BasicCredentials, httpBasic } from './args/http-basic.js';
export { type BearerOptions, httpBearer } from './args/http-bearer.js';
export { params, type ParamsSource } from './args/params.js';
export { resource, type Resource } from './args/resource.js';
export {
  backgroundTasks,
  httpRequest,
  httpResponse,
  jsonRpcContext,
  signal,
} from './args/scope-sources.js';
export type {
  HttpSecurityOptions,
  RequiredCredential,
  SecurityAlternatives,
  SecurityOptions,
  SecurityRequirement,
  SecurityScheme,
  SecuritySource,
} from './args/security-source.js';
export {
  type RunInTransaction,
  transactionDependency,
  type TransactionOptions,
  type TransactionResult,
} from './args/transaction-dependency.js';
export type { EntrypointInfo } from './context/entrypoint-info.js';
export {
  addInstrumentation,
  type ErrorReport,
  type Instrumentation,
  type InstrumentedRequest,
} from './context/instrumentation.js';
export type { AssignedResponse, JsonRpcContext } from './context/json-rpc-context.js';
export type { MethodRoute, ParamStructure } from './context/method-route.js';
export type {
  ResolvedSchedulerOptions,
  Scheduler,
  SchedulerFactory,
  SchedulerOptions,
} from './dispatch/scheduler.js';
export {
  type DefaultErrors,
  Entrypoint,
  type EntrypointError,
  type EnvelopeOf,
} from './entrypoint/entrypoint.js';
export type {
  BatchOrder,
  EntrypointOptions,
  EntrypointSettings,
} from './entrypoint/entrypoint-options.js';
export { BaseError } from './errors/base-error.js';
export {
  defineError,
  type DefinedError,
  type DefinedErrorClass,
  type ErrorData,
  type ErrorDataInput,
  type ErrorDefinition,
} from './errors/define-error.js';
export type { ErrorClass, ErrorDescription } from './errors/error-class.js';
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
export type { HttpAnswer } from './exchange/http-answer.js';
export type {
  BodyLimits,
  HttpBody,
  MissingBody,
  TextBody,
  ValueBody,
} from './exchange/http-body.js';
export type { HttpRequest } from './exchange/http-request.js';
export type { CookieAttributes, HttpResponse } from './exchange/http-response.js';
export type { Logger } from './flow/logger.js';
export type { MaybePromise } from './flow/maybe-promise.js';
export type { BackgroundTask, BackgroundTasks } from './lifetime/background-tasks.js';
export type { Teardown } from './lifetime/open-dependencies.js';
export type { ApiServer } from './method/api-server.js';
export type {
  ExampleParams,
  ExampleResult,
  JsonForm,
  MethodExample,
} from './method/method-example.js';
export {
  defineMethod,
  type DeclaredMethod,
  type Handler,
  type HandlerResult,
  type Method,
  type MethodOptions,
  type MethodSignature,
  type WireResult,
} from './method/method.js';
export type { JsonRpcMiddleware } from './middleware/json-rpc-middleware.js';
export { ErrorCode } from './protocol/error-code.js';
export {
  JsonRpcRequest,
  type JsonRpcRequestEntries,
  type RequestParams,
} from './protocol/json-rpc-request.js';
export type {
  JsonRpcErrorObject,
  JsonRpcErrorResponse,
  JsonRpcResponse,
  JsonRpcSuccessResponse,
} from './protocol/json-rpc-response.js';
export type { Problem } from './protocol/problem.js';
export type { RequestId } from './protocol/request-id.js';
export type {
  CommonRateLimitOptions,
  MemoryRateLimitOptions,
  RateLimitOptions,
  StoreRateLimitOptions,
} from './rate-limit/rate-limit-options.js';
export type { RateLimitResult, RateLimitStore } from './rate-limit/rate-limit-store.js';
