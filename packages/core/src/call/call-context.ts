import {
  type BackgroundTasks,
  CallBackgroundTasks,
  type TaskList,
} from '../background/background-tasks.js';
import type {
  AssignedResponse,
  EntrypointInfo,
  MethodRoute,
} from '../context/json-rpc-context.js';
import type { ResolutionContext } from '../di/argument-source.js';
import type { DependencyStack } from '../di/dependency-stack.js';
import type { ProvidedResources } from '../di/provided-resources.js';
import type { RecordedResponse, StorableCall } from '../di/recording.js';
import { BaseError } from '../errors/base-error.js';
import {
  toErrorObject,
  findErrorObjectProblem,
  type ErrorOutcome,
  inspectable,
} from '../errors/error-object.js';
import { HttpError } from '../errors/http-error.js';
import { RecordedError } from '../errors/recorded-error.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import {
  type EncodedResponse,
  encodeError,
  encodeResult,
  parseEncodedJson,
} from '../jsonrpc/encode-response.js';
import type { Envelope } from '../jsonrpc/envelope.js';
import type { ProblemBudget } from '../jsonrpc/problem.js';
import {
  IDEMPOTENCY_KEY,
  type JsonRpcRequest,
  type RequestId,
  type RequestParams,
} from '../jsonrpc/request.js';
import type {
  JsonRpcErrorObject,
  JsonRpcErrorResponse,
  JsonRpcResponse,
  JsonRpcSuccessResponse,
} from '../jsonrpc/response.js';
import type { Logger } from '../logging/logger.js';
import { isObject } from '../options/describe-value.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { inInstrumentedContext } from './call-flow.js';
import { CallLifetime } from './call-lifetime.js';
import type { HttpExchange } from './http-exchange.js';

/** Whether a call has no outcome yet, or a result, an exception or an assigned response. */
type State = 'running' | 'result' | 'exception' | 'response';

/** One call. Its lifetime and its response object are created on first access. */
export class CallContext implements ResolutionContext, StorableCall {
  readonly exchange: HttpExchange;
  readonly rawRequest: unknown;
  readonly envelope: Envelope;
  /** Undefined for an invalid request and for an unknown method. */
  readonly method: CompiledMethod | undefined;
  readonly isNotification: boolean;
  /** Whether it is a notification that is stored as a job. */
  readonly isDurable: boolean;

  #state: State = 'running';
  /** The result or the exception, as the state says. */
  #outcome: unknown;
  #response: JsonRpcResponse | undefined;
  #failure: ErrorOutcome | undefined;
  #lifetime: CallLifetime | undefined;

  /** @param item as it was parsed, not validated */
  constructor(exchange: HttpExchange, item: unknown, envelope: Envelope) {
    this.exchange = exchange;
    this.rawRequest = item;
    this.envelope = envelope;
    const { endpoint, routeMethod } = exchange;
    if (envelope.kind === 'invalid') {
      const { failure } = envelope;
      this.method = undefined;
      this.isNotification = failure?.isNotification === true;
      this.isDurable =
        failure?.isNotification === true &&
        endpoint.findMethod(failure.method, routeMethod)?.acceptance !== undefined;
    } else {
      const found = endpoint.findMethod(envelope.request.method, routeMethod);
      this.isNotification = envelope.kind === 'notification';
      this.isDurable = this.isNotification && found?.acceptance !== undefined;
      this.method = this.isDurable ? found?.acceptance : found;
    }
  }

  get methodRoute(): MethodRoute | undefined {
    return this.method?.method;
  }

  /** Only the entrypoint's if the call reaches no method, or its batch has failed as a whole. */
  get middlewares(): readonly JsonRpcMiddleware[] {
    const { sharedFailure, endpoint } = this.exchange;
    const { method } = this;
    return method === undefined || sharedFailure !== undefined
      ? endpoint.middlewares
      : method.middlewares;
  }

  /** Milliseconds that the call may take; may be `Infinity`. */
  get timeout(): number {
    return this.method?.timeout ?? this.exchange.endpoint.timeout;
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

  get idempotencyKey(): unknown {
    return isObject(this.rawRequest) ? this.rawRequest[IDEMPOTENCY_KEY] : undefined;
  }

  get isBatch(): boolean {
    return this.exchange.isBatch;
  }

  get isReplay(): boolean {
    return this.#lifetime?.isReplay === true;
  }

  get isStored(): boolean {
    return this.#lifetime?.isStored === true;
  }

  set isStored(isStored: boolean) {
    this.lifetime.isStored = isStored;
  }

  get logger(): Logger {
    return this.exchange.loggerOf(this);
  }

  /** Logs failures of the call; the number of its lines per HTTP request is limited. */
  get failureLogger(): Logger {
    return this.exchange.failureLoggerOf(this);
  }

  get jsonRpcContext(): StorableCall {
    return this;
  }

  get entrypoint(): EntrypointInfo {
    return this.exchange.endpoint.entrypoint;
  }

  get httpRequest(): HttpRequest {
    return this.exchange.httpRequest;
  }

  get httpResponse(): HttpResponseHead {
    return this.exchange.httpResponse;
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    return this.exchange.cookies;
  }

  get shared(): ReadonlyMap<object, unknown> | undefined {
    return this.exchange.shared;
  }

  get resources(): ProvidedResources {
    return this.exchange.endpoint.resources;
  }

  get backgroundTasks(): BackgroundTasks {
    const { tasks, failureLogger } = this;
    return new CallBackgroundTasks(tasks, (run) => inInstrumentedContext(this, run), failureLogger);
  }

  /** The tasks of the HTTP request, or the notification's own, as it has no response. */
  get tasks(): TaskList {
    return this.isNotification ? this.lifetime.ownTasks : this.exchange.tasks;
  }

  get hasTasks(): boolean {
    return this.isNotification ? this.#lifetime?.hasOwnTasks === true : this.exchange.hasTasks;
  }

  /** Created on first access; the `has…` getters never create it. */
  get lifetime(): CallLifetime {
    return (this.#lifetime ??= new CallLifetime(this));
  }

  get interruption(): unknown {
    return this.#lifetime?.interruption;
  }

  get problemBudget(): ProblemBudget {
    return this.exchange.problemBudget;
  }

  get dependencyStack(): DependencyStack {
    return this.lifetime.dependencyStack;
  }

  get hasOpenDependencies(): boolean {
    return this.#lifetime?.hasOpenDependencies === true;
  }

  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  /** Whether the call's signal has fired. Never creates the signal. */
  get isAborted(): boolean {
    return this.#lifetime?.isAborted === true;
  }

  get exception(): unknown {
    return this.hasFailed ? this.#outcome : undefined;
  }

  get isUnhandledException(): boolean {
    if (!this.hasFailed || this.#outcome instanceof HttpError) return false;
    return !(this.#outcome instanceof BaseError) || this.malformed !== undefined;
  }

  /** Why the call's typed error can't be sent; undefined if it can. */
  get malformed(): Error | undefined {
    return this.hasFailed ? this.#errorOutcome.malformed : undefined;
  }

  get hasFailed(): boolean {
    return this.#state === 'exception';
  }

  get hasResponse(): boolean {
    return this.#state !== 'running';
  }

  succeed(result: unknown): void {
    this.#state = 'result';
    this.#outcome = jsonOf(result);
    this.#response = undefined;
  }

  /**
   * Returns the recorded result, which keeps its JSON.
   *
   * @throws the recorded error
   */
  replay({ member, json }: RecordedResponse): unknown {
    const recorded =
      member === 'result'
        ? parseEncodedJson(json)
        : new RecordedError(JSON.parse(json) as JsonRpcErrorObject);
    this.#setReplay(true);
    if (recorded instanceof RecordedError) throw recorded;
    return recorded;
  }

  /** A single call also reports a replay in a header. Those of a batch share their headers. */
  #setReplay(isReplay: boolean): void {
    this.lifetime.isReplay = isReplay;
    if (this.isNotification || this.isBatch) return;
    const { headers } = this.httpResponse;
    if (isReplay) headers.set('idempotency-replayed', 'true');
    else headers.delete('idempotency-replayed');
  }

  /** Sets the call's exception; the same error again changes nothing. */
  fail(error: unknown): void {
    if (this.hasFailed && this.#outcome === error) return;
    const exception = inspectable(error);
    // An error of a middleware, for example, replaces the recorded response.
    if (this.isReplay && !(exception instanceof RecordedError)) this.#setReplay(false);
    this.#state = 'exception';
    this.#outcome = exception;
    this.#response = undefined;
    this.#failure = undefined;
  }

  get rawResponse(): JsonRpcResponse | undefined {
    if (this.#state === 'running' || this.exception instanceof HttpError) return undefined;
    return (this.#response ??= this.hasFailed
      ? { jsonrpc: '2.0', id: this.id, error: this.#errorOutcome.error }
      : { jsonrpc: '2.0', id: this.id, result: this.#outcome });
  }

  set rawResponse(assigned: AssignedResponse) {
    if (this.isReplay) return;
    // Checked when the call ends, as it may be changed until then.
    const members = { jsonrpc: '2.0', id: this.id, ...assigned } as JsonRpcResponse;
    members.jsonrpc = '2.0';
    members.id = this.id;
    if ('result' in members) members.result = jsonOf(members.result);
    this.#response = members;
    this.#state = 'response';
  }

  /** @throws TypeError if JSON can't carry the response, or a middleware left a malformed one */
  encode(): EncodedResponse {
    const response = this.#response;
    if (response === undefined || this.isReplay) {
      return this.hasFailed
        ? encodeError(this.id, this.#errorOutcome.error)
        : encodeResult(this.id, this.#outcome);
    }
    const problem = responseProblem(response);
    if (problem !== undefined) {
      throw new TypeError(`ctx.rawResponse is malformed: ${problem}`);
    }
    return 'error' in response
      ? encodeError(this.id, response.error)
      : encodeResult(this.id, response.result);
  }

  /** The code and message of a well-formed error response; undefined for a result. */
  get errorWithoutData(): JsonRpcErrorObject | undefined {
    const response = this.rawResponse;
    if (response === undefined || responseProblem(response) !== undefined) return undefined;
    if (!('error' in response)) return undefined;
    const { code, message } = response.error;
    return { code, message };
  }

  get #errorOutcome(): ErrorOutcome {
    return (this.#failure ??= toErrorObject(this.#outcome, this.id));
  }
}

/** Returns the problem of a response that a middleware assigned or changed. */
function responseProblem(
  response: Partial<JsonRpcSuccessResponse & JsonRpcErrorResponse>,
): string | undefined {
  const [hasResult, hasError] = ['result' in response, 'error' in response];
  if (hasResult && hasError) return 'it has both result and error; assign one of them';
  if (hasResult) return undefined;
  return hasError ? findErrorObjectProblem(response.error) : 'it has neither result nor error';
}

/** JSON has no undefined, and a success response always has a `result`. */
function jsonOf(result: unknown): unknown {
  return result === undefined ? null : result;
}
