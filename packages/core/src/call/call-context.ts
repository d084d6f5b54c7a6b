import {
  type BackgroundTasks,
  createBackgroundTasks,
  type TaskList,
} from '../background/background-tasks.js';
import type { AssignedResponse, EntrypointInfo, MethodRoute } from '../context/json-rpc-context.js';
import type { ResolutionContext } from '../di/argument-source.js';
import type { DependencyStack, Thrown } from '../di/dependency-stack.js';
import type { ProvidedResources } from '../di/provided-resources.js';
import type { DetachedCall, InternalCall, Progress } from '../di/internal-call.js';
import type { TransactionExecutor } from '../di/transaction-executor.js';
import { isBaseError } from '../errors/base-error.js';
import { type ErrorOutcome, toErrorObject, toInspectable } from '../errors/error-object.js';
import { isHttpError } from '../errors/http-error.js';
import { InvalidRequest, RequestCancelled } from '../errors/standard-errors.js';
import { mapThrown } from '../errors/map-error.js';
import { httpErrorOf } from '../errors/unauthorized.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import type { EncodedResponse } from '../jsonrpc/encode-response.js';
import { type Envelope, isRequestId } from '../jsonrpc/envelope.js';
import type { ProblemBudget } from '../jsonrpc/problem.js';
import type { JsonRpcRequest, RequestId, RequestParams } from '../jsonrpc/request.js';
import type { JsonRpcResponse } from '../jsonrpc/response.js';
import type { Logger } from '../logging/logger.js';
import type { Carrier } from '../message/carrier.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import type { Attempt } from './attempt.js';
import { withAfterResponseHooks } from './call-hooks.js';
import { CallLifetime } from './call-lifetime.js';
import { CallProgress, NO_PROGRESS } from './call-progress.js';
import { detachCall } from './detach-call.js';
import type { MessageScope } from './message-scope.js';
import { ReportingLogger } from './reporting-logger.js';
import { selectVariant } from './select-variant.js';

/** Whether a call has no outcome yet, or a result, an exception or an assigned response. */
type State = 'running' | 'result' | 'exception' | 'response';

const INVALID_TOKEN = {
  loc: ['progressToken'],
  msg: 'Must be a string or a safe integer',
  type: 'progress_token',
};

/** The state of one call. The lifetime and the response object are created on first access. */
export class CallContext implements ResolutionContext, InternalCall {
  readonly scope: MessageScope;
  readonly rawRequest: unknown;
  readonly envelope: Envelope;
  /** Undefined for an invalid request and for an unknown method. */
  readonly method: CompiledMethod | undefined;
  /**
   * The response of the method, which is encoded before its transaction is committed. Undefined for a
   * notification, and if another outcome has replaced that of the method.
   */
  encoded: EncodedResponse | undefined;
  /** Whether the method has succeeded or failed. What the middlewares do afterwards isn't included. */
  hasExecuted = false;
  /** Whether a notification has ended, after which nothing would run another task. */
  hasEndedTasks = false;
  isAccepted = false;

  #state: State = 'running';
  /** The result or the exception, depending on the state. */
  #outcome: unknown;
  #response: JsonRpcResponse | undefined;
  #failure: ErrorOutcome | undefined;
  #lifetime: CallLifetime | undefined;

  /** @param item the parsed item of the message, not validated */
  constructor(scope: MessageScope, item: unknown, envelope: Envelope) {
    this.scope = scope;
    this.rawRequest = item;
    if (envelope.kind === 'invalid') {
      this.envelope = envelope;
      this.method = undefined;
      return;
    }
    const found = scope.bound.findMethod(envelope.request.method, scope.pathMethod);
    const queued = envelope.kind === 'notification' ? found?.queuedMethod : undefined;
    const selected = found?.variants === undefined ? undefined : selectVariant(found, envelope);
    this.envelope = selected?.envelope ?? envelope;
    this.method = queued ?? selected?.method ?? found;
  }

  get isNotification(): boolean {
    const { envelope } = this;
    return envelope.kind === 'invalid'
      ? envelope.failure?.isNotification === true
      : envelope.kind === 'notification';
  }

  /** Whether the HTTP response to the notification waits until its queue has accepted it. */
  get isAwaited(): boolean {
    const { envelope, scope } = this;
    const name = envelope.kind === 'invalid' ? envelope.failure?.method : envelope.request.method;
    return scope.bound.findMethod(name ?? '', scope.pathMethod)?.queuedMethod !== undefined;
  }

  /** The error that the call threw; undefined if it hasn't failed. */
  get exception(): unknown {
    return this.hasFailed ? this.#outcome : undefined;
  }

  /** Whether `exception` isn't a typed error, so that the client gets an InternalError. */
  get isUnhandledException(): boolean {
    if (!this.hasFailed || isHttpError(this.#outcome)) return false;
    return !isBaseError(this.#outcome) || this.malformedReason !== undefined;
  }

  /**
   * Why the typed error of the call can't be sent; undefined if it can, or if there is no such error.
   */
  get malformedReason(): Error | undefined {
    return this.hasFailed ? this.errorOutcome.malformedReason : undefined;
  }

  /** Whether the call has failed with an exception. */
  get hasFailed(): boolean {
    return this.#state === 'exception';
  }

  /** Whether the call has a result, an exception or an assigned response. */
  get hasResponse(): boolean {
    return this.#state !== 'running';
  }

  /** The result of the call; undefined if it has none. JSON has no undefined, so that becomes null. */
  get result(): unknown {
    return this.#state === 'result' ? this.#outcome : undefined;
  }

  /** Why the call has failed, or the error response that a middleware assigned; undefined otherwise. */
  get failure(): Thrown | undefined {
    if (this.hasFailed) return { error: this.#outcome };
    return this.#response !== undefined && 'error' in this.#response
      ? { error: this.#response.error }
      : undefined;
  }

  /** Forgets the outcome of the method, which runs again. */
  restart(): void {
    this.discardEncoded();
    this.#state = 'running';
    this.#outcome = undefined;
    this.#response = undefined;
    this.#failure = undefined;
    this.hasExecuted = false;
    this.lifetime.early = undefined;
    this.isAccepted = false;
    this.lifetime.keepsWrites = false;
    this.lifetime.closesDependencies = false;
  }

  /** Forgets the response of the method, because another one replaces it. */
  discardEncoded(): void {
    this.scope.responseBudget.refund(this.encoded);
    this.encoded = undefined;
  }

  succeed(result: unknown): void {
    this.#state = 'result';
    this.#outcome = result === undefined ? null : result;
    this.#response = undefined;
  }

  /**
   * Sets the exception of the call: the error, or the typed error to which `mapError` converts it. Setting
   * the same error again has no effect.
   */
  fail(error: unknown): void {
    if (this.hasFailed && this.#outcome === error) return;
    const { errorMaps } = this.scope.bound;
    const thrown = toInspectable(error);
    const exception =
      errorMaps.length === 0 ? thrown : mapThrown(thrown, errorMaps, this.failureLogger);
    this.discardEncoded();
    if (this.#lifetime !== undefined) this.#lifetime.discardEarly(exception);
    this.#state = 'exception';
    this.#outcome = exception;
    this.#response = undefined;
    this.#failure = undefined;
  }

  /** An atomic batch isn't committed any more. */
  willFail(error: unknown): void {
    this.scope.atomicBatch?.willFail(this, error);
  }

  /**
   * The response object, created on first access; undefined before the handler has ended, and after an
   * `HttpError`.
   */
  get rawResponse(): JsonRpcResponse | undefined {
    if (this.#state === 'running') return undefined;
    if (this.hasFailed && httpErrorOf(this.#outcome, this) !== undefined) return undefined;
    return (this.#response ??= this.hasFailed
      ? { jsonrpc: '2.0', id: this.id, error: this.errorOutcome.error }
      : { jsonrpc: '2.0', id: this.id, result: this.#outcome });
  }

  set rawResponse(assigned: AssignedResponse) {
    // Checked when the call ends, because middlewares can modify the response until then.
    const members = { jsonrpc: '2.0', id: this.id, ...assigned } as JsonRpcResponse;
    members.jsonrpc = '2.0';
    members.id = this.id;
    if ('result' in members && members.result === undefined) members.result = null;
    this.#response = members;
    this.#state = 'response';
  }

  /** The response object if anything has accessed it, and may have changed it. */
  get accessedResponse(): JsonRpcResponse | undefined {
    return this.#response;
  }

  /** The error object of a failed call, and why its typed error can't be sent. */
  get errorOutcome(): ErrorOutcome {
    return (this.#failure ??= toErrorObject(
      this.#outcome,
      this.id,
      this.scope.bound.settings.errorCodes,
    ));
  }

  get methodRoute(): MethodRoute | undefined {
    return this.method?.method;
  }

  /** Without those of the method if the call reaches no method, or its whole batch has failed. */
  get middlewares(): readonly JsonRpcMiddleware[] {
    const { method, scope } = this;
    return method === undefined || scope.sharedFailure !== undefined
      ? scope.bound.settings.middlewares
      : method.middlewares;
  }

  get id(): RequestId | null {
    return this.envelope.id;
  }

  get request(): JsonRpcRequest | undefined {
    return this.envelope.kind === 'invalid' ? undefined : this.envelope.request;
  }

  get params(): RequestParams {
    return this.request?.params;
  }

  get isBatch(): boolean {
    return this.scope.isBatch;
  }

  get sharedTransaction(): TransactionExecutor | undefined {
    return this.scope.atomicBatch?.executor;
  }

  get isReplay(): boolean {
    return this.#lifetime?.early !== undefined;
  }

  get logger(): Logger {
    const { bound, carrier } = this.scope;
    return new ReportingLogger(bound.logger, { carrier, context: this });
  }

  /** Logs failures of the call. The number of log lines per message is limited. */
  get failureLogger(): Logger {
    const { bound, carrier, failures } = this.scope;
    return new ReportingLogger(bound.logger, { carrier, context: this, failures });
  }

  get jsonRpcContext(): InternalCall {
    return this;
  }

  get entrypoint(): EntrypointInfo {
    return this.scope.bound.entrypoint;
  }

  get carrier(): Carrier {
    return this.scope.carrier;
  }

  get httpRequest(): HttpRequest | undefined {
    return this.scope.carrier.http;
  }

  get httpResponse(): HttpResponseHead {
    return this.attempt?.httpResponse ?? this.scope.httpResponse;
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    return this.scope.cookies;
  }

  get shared(): ReadonlyMap<object, unknown> | undefined {
    return this.scope.shared;
  }

  get resources(): ProvidedResources {
    return this.scope.bound.api.resources;
  }

  get backgroundTasks(): BackgroundTasks {
    const { tasks, failureLogger, attempt } = this;
    return createBackgroundTasks(tasks, failureLogger, (run) =>
      attempt?.isDropped === true
        ? undefined
        : withAfterResponseHooks(this, 'background-task', run),
    );
  }

  /** The tasks of the message. A notification has its own list, because no response is sent for it. */
  get tasks(): TaskList {
    return this.isNotification ? this.lifetime.ownTasks : this.scope.tasks;
  }

  /** Rejects further tasks of a notification that has ended. */
  endTasks(): void {
    this.hasEndedTasks = true;
    this.#lifetime?.endTasks();
  }

  /** Whether tasks of a notification are waiting. */
  get hasOwnTasks(): boolean {
    return this.#lifetime?.hasOwnTasks === true;
  }

  /** Created on first access; the `has…` getters never create it. */
  get lifetime(): CallLifetime {
    return (this.#lifetime ??= new CallLifetime(this));
  }

  get attempt(): Attempt | undefined {
    return this.#lifetime?.attempt;
  }

  get interruption(): unknown {
    return this.#lifetime?.interruption;
  }

  detach(): DetachedCall {
    return detachCall(this, this.lifetime.detach());
  }

  get progress(): Progress {
    const { request, carrier, isNotification, failureLogger: logger } = this;
    const token = request?.progressToken;
    if (token === undefined || isNotification) return NO_PROGRESS;
    if (!isRequestId(token)) throw new InvalidRequest({ errors: [INVALID_TOKEN] });
    const output = carrier.progress;
    if (output === undefined) return NO_PROGRESS;
    return (this.lifetime.progress ??= new CallProgress({ token, output, logger }));
  }

  /** Sends the last report of progress, because the response follows. */
  endProgress(): void {
    this.#lifetime?.progress?.end();
  }

  get problemBudget(): ProblemBudget {
    return this.scope.problemBudget;
  }

  get dependencyStack(): DependencyStack {
    return this.lifetime.dependencyStack;
  }

  get hasOpenDependencies(): boolean {
    return this.#lifetime?.hasOpenDependencies === true;
  }

  /** Whether the method of a notification has ended, and its remaining teardowns have to run. */
  get closesDependencies(): boolean {
    return this.#lifetime?.closesDependencies === true;
  }

  get calledMethods(): readonly string[] {
    return this.scope.calledMethods;
  }

  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  /** Whether the client has cancelled the call by a message. */
  get isCancelled(): boolean {
    return this.isAborted && this.signal.reason instanceof RequestCancelled;
  }

  cancel(): void {
    this.lifetime.abort(new RequestCancelled());
  }

  /** Whether the signal of the call has fired. Never creates the signal. */
  get isAborted(): boolean {
    return this.#lifetime?.isAborted === true;
  }
}
