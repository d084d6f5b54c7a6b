import { BaseError } from '../errors/base-error.js';
import { HttpError } from '../errors/http-error.js';
import { type ErrorOutcome, errorObjectOf, errorObjectProblem } from '../errors/error-object.js';
import { inspectable } from '../errors/inspectable.js';
import type { HttpRequest } from '../exchange/http-request.js';
import type { HttpResponse } from '../exchange/http-response.js';
import type { Logger } from '../flow/logger.js';
import { type BackgroundTasks, CallBackgroundTasks } from '../lifetime/background-tasks.js';
import type { OpenDependencies } from '../lifetime/open-dependencies.js';
import type { TaskList } from '../lifetime/task-list.js';
import type { ProvidedResources } from '../lifetime/provided-resources.js';
import { encodeError, encodeResult, type EncodedResponse } from '../protocol/encode-response.js';
import type {
  JsonRpcErrorObject,
  JsonRpcErrorResponse,
  JsonRpcResponse,
  JsonRpcSuccessResponse,
} from '../protocol/json-rpc-response.js';
import type { JsonRpcRequest, RequestParams } from '../protocol/json-rpc-request.js';
import type { Envelope } from '../protocol/envelope.js';
import type { ProblemBudget } from '../protocol/problem-budget.js';
import type { RequestId } from '../protocol/request-id.js';
import type { ArgumentScope } from './argument-scope.js';
import { inContextLater } from './call-flow.js';
import { CallLifetime } from './call-lifetime.js';
import type { EntrypointInfo } from './entrypoint-info.js';
import type { HttpExchange } from './http-exchange.js';
import type { AssignedResponse, JsonRpcContext } from './json-rpc-context.js';
import type { MethodRoute } from './method-route.js';

/** How a call stands: not ended, with a result, with an exception, or with an assigned response. */
type State = 'running' | 'result' | 'exception' | 'response';

/** One call on its way. What nobody asks for (lifetime, response object) is not made. */
export class CallContext implements JsonRpcContext, ArgumentScope {
  readonly exchange: HttpExchange;
  readonly rawRequest: unknown;
  readonly envelope: Envelope;
  readonly methodRoute: MethodRoute | undefined;

  #state: State = 'running';
  /** The result, or the exception: what it is says the state. */
  #outcome: unknown;
  #response: JsonRpcResponse | undefined;
  #failure: ErrorOutcome | undefined;
  #lifetime: CallLifetime | undefined;

  constructor(
    exchange: HttpExchange,
    rawRequest: unknown,
    envelope: Envelope,
    methodRoute: MethodRoute | undefined,
  ) {
    this.exchange = exchange;
    this.rawRequest = rawRequest;
    this.envelope = envelope;
    this.methodRoute = methodRoute;
  }

  get id(): RequestId | null {
    return this.envelope.id;
  }

  get isNotification(): boolean {
    const { envelope } = this;
    return (
      envelope.kind === 'notification' ||
      (envelope.kind === 'invalid' && envelope.failure?.isNotification === true)
    );
  }

  get request(): JsonRpcRequest | undefined {
    return this.envelope.kind === 'invalid' ? undefined : this.envelope.request;
  }

  get params(): RequestParams {
    return this.request?.params;
  }

  get logger(): Logger {
    return this.exchange.loggerOf(this);
  }

  /** For the framework's own lines, whose number for one HTTP request is limited. */
  get failureLogger(): Logger {
    return this.exchange.failureLoggerOf(this);
  }

  get jsonRpcContext(): JsonRpcContext {
    return this;
  }

  get entrypoint(): EntrypointInfo {
    return this.exchange.entrypoint;
  }

  get httpRequest(): HttpRequest {
    return this.exchange.httpRequest;
  }

  get httpResponse(): HttpResponse {
    return this.exchange.httpResponse;
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    return this.exchange.cookies;
  }

  get shared(): ReadonlyMap<object, unknown> | undefined {
    return this.exchange.shared;
  }

  get resources(): ProvidedResources {
    return this.exchange.resources;
  }

  get backgroundTasks(): BackgroundTasks {
    const { tasks, failureLogger } = this;
    return new CallBackgroundTasks(tasks, (run) => inContextLater(this, run), failureLogger);
  }

  /** The tasks of the whole HTTP request; a notification, which has no response, has its own. */
  get tasks(): TaskList {
    return this.isNotification ? this.lifetime.ownTasks : this.exchange.tasks;
  }

  get hasTasks(): boolean {
    return this.isNotification ? this.#lifetime?.hasOwnTasks === true : this.exchange.hasTasks;
  }

  /** Made when it is asked for; whether something of it is there is told without making it. */
  get lifetime(): CallLifetime {
    return (this.#lifetime ??= new CallLifetime(this));
  }

  get interruption(): unknown {
    return this.#lifetime?.interruption;
  }

  get problemBudget(): ProblemBudget {
    return this.exchange.problemBudget;
  }

  get openDependencies(): OpenDependencies {
    return this.lifetime.openDependencies;
  }

  get hasOpenDependencies(): boolean {
    return this.#lifetime?.hasOpenDependencies === true;
  }

  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  /** Whether its signal has fired; asking does not make one. */
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

  /** Why the typed error that the call threw can't be sent, where it can't. */
  get malformed(): Error | undefined {
    return this.hasFailed ? this.#errorOutcome.malformed : undefined;
  }

  get hasFailed(): boolean {
    return this.#state === 'exception';
  }

  get hasAnswer(): boolean {
    return this.#state !== 'running';
  }

  succeed(result: unknown): void {
    this.#state = 'result';
    this.#outcome = jsonOf(result);
    this.#response = undefined;
  }

  /** The error becomes the answer. Thrown on through several layers it stays as it is. */
  fail(error: unknown): void {
    if (this.hasFailed && this.#outcome === error) return;
    this.#state = 'exception';
    this.#outcome = inspectable(error);
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
    // What it holds is checked when the call ends, as it may be changed until then.
    const members = { jsonrpc: '2.0', id: this.id, ...assigned } as JsonRpcResponse;
    members.jsonrpc = '2.0';
    members.id = this.id;
    if ('result' in members) members.result = jsonOf(members.result);
    this.#response = members;
    this.#state = 'response';
  }

  /** @throws TypeError where JSON can't carry it, or a middleware left a malformed response. */
  encode(): EncodedResponse {
    const response = this.#response;
    if (response === undefined) {
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
    return (this.#failure ??= errorObjectOf(this.#outcome, this.id));
  }
}

/** What is wrong with a response that a middleware has assigned or changed. */
function responseProblem(
  response: Partial<JsonRpcSuccessResponse & JsonRpcErrorResponse>,
): string | undefined {
  const [hasResult, hasError] = ['result' in response, 'error' in response];
  if (hasResult && hasError) return 'it has both result and error; assign one of them';
  if (hasResult) return undefined;
  return hasError ? errorObjectProblem(response.error) : 'it has neither result nor error';
}

/** JSON has no undefined: the response has a `result` whatever the handler returned. */
function jsonOf(result: unknown): unknown {
  return result === undefined ? null : result;
}
