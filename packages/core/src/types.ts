/**
 * The types that the declarations of methods, dependencies and errors consist of. TypeScript writes them into
 * the declarations of your modules. Import one to name a part of a declaration, such as {@link MethodResult}.
 *
 * @module
 */
export type {
  BatchKind,
  BatchOrder,
  EntrypointSettings,
  UnknownMembers,
} from './entrypoint/entrypoint-options.js';
export type {
  BackgroundTaskOptions,
  EntrypointLimits,
  ResolvedLimits,
} from './entrypoint/limits.js';
export type { DefaultErrors } from './entrypoint/entrypoint.js';
export type {
  ExampleParams,
  ExampleResult,
  ExampleValue,
  MethodExample,
} from './method/method-example.js';
export type { ApiLicense } from './api/api-options.js';
export type { DurableOptions } from './method/durable-notifications.js';
export type { ApiServer, MethodEffects } from './method/method-options.js';
export type {
  DeclaredMethod,
  Handler,
  HandlerResult,
  MethodResult,
  MethodSignature,
} from './method/method.js';
export type { PlainHandlerOptions, PlainHandlers, PlainParams } from './method/plain-handlers.js';
export type {
  ArgumentSources,
  ArgumentValue,
  ArgumentValues,
  ContextSource,
  MethodParams,
  Source,
  SourceContext,
} from './di/argument-source.js';
export type { Replaceable, Replacement } from './di/dependency-overrides.js';
export type { Teardown } from './di/dependency-stack.js';
export type { DependencyOptions, DependencyValue } from './di/dependency.js';
export type { ResourceLifetime } from './di/provided-resources.js';
export type { SecurityAlternatives, SecurityRequirement } from './di/security-scheme.js';
export type { CookieSource, HeaderSource, NameOptions, ParamsSource } from './di/sources.js';
export type { TransactionRetryOptions } from './di/conflicts.js';
export type { TransactionExecutor } from './di/transaction-executor.js';
export type {
  RunInTransaction,
  TransactionOptions,
  TransactionResult,
} from './di/transaction-dependency.js';
export type {
  AnyOfSecurityOptions,
  PresentCredential,
  SecuritySources,
} from './security/any-of-security.js';
export type { BasicCredentials, BearerOptions } from './security/http-auth.js';
export type {
  HttpSecurityOptions,
  RequiredCredential,
  SecurityOptions,
  SecuritySource,
} from './security/security-source.js';
export type {
  ErrorReport,
  InstrumentedMessage,
  InstrumentedRequest,
  TraceHeaders,
} from './context/instrumentation.js';
export type {
  AssignedResponse,
  EntrypointInfo,
  ParamStructure,
} from './context/json-rpc-context.js';
export type { ErrorDescription } from './errors/base-error.js';
export type {
  DefinedError,
  DefinedErrorClass,
  ErrorData,
  ErrorDataInput,
  ErrorDefinition,
} from './errors/define-error.js';
export type { HttpErrorOptions } from './errors/http-error.js';
export type { MapError } from './errors/map-error.js';
export type {
  BatchRolledBackData,
  ConflictData,
  EventsLostData,
  LimitExceededData,
} from './errors/standard-errors.js';
export type { UnauthorizedData, UnauthorizedOptions } from './errors/unauthorized.js';
export type { Jsonify, JsonifyResult } from './jsonrpc/jsonify.js';
export type { JsonRpcRequestEntries, RequestParams } from './jsonrpc/request.js';
export type {
  ErrorCodes,
  JsonRpcErrorResponse,
  JsonRpcSuccessResponse,
} from './jsonrpc/response.js';
export type {
  CancellableCall,
  Cancellation,
  ConnectionInfo,
  ProgressOutput,
  ProgressToken,
} from './message/carrier.js';
export type {
  ChannelEvent,
  EncodedEvent,
  EncodedEventParts,
  EventReader,
} from './message/channel-event.js';
export type {
  AcceptedSubscription,
  EventSource,
  FailureReason,
  Subscriber,
  SubscriptionEnd,
  SubscriptionNames,
} from './message/subscriber.js';
export type { ConnectionOptions } from './subscription/connection-options.js';
export type { SubscriptionOptions } from './subscription/subscription-options.js';
export type {
  DeclaredSubscription,
  Subscription,
  EventValue,
  SubscriptionHandler,
  SubscriptionSignature,
  YieldedEvent,
} from './subscription/subscription.js';
export type { CookieAttributes } from './http/http-response-head.js';
export type { SchedulerOptions, TaskOptions } from './scheduling/scheduler.js';
export type {
  ChargeContext,
  ChargedCalls,
  RateLimit,
  RateLimiter,
} from './rate-limit/rate-limit.js';
export type { MaybePromise } from './async/maybe-promise.js';
