import { BaseError } from '../errors/base-error.js';
import { HttpError } from '../errors/http-error.js';
import { InternalError } from '../errors/standard-errors.js';
import type { HttpRequest } from '../exchange/http-request.js';
import type { HttpResponse } from '../exchange/http-response.js';
import type { Logger } from '../flow/logger.js';
import { BackgroundTasks, type QueuedTask } from '../lifetime/background-tasks.js';
import type { OpenDependencies } from '../lifetime/open-dependencies.js';
import { encodeError, encodeResult, type EncodedResponse } from '../protocol/encode-response.js';
import type { JsonRpcErrorObject, JsonRpcResponse } from '../protocol/json-rpc-response.js';
import type { JsonRpcRequest, RequestParams } from '../protocol/json-rpc-request.js';
import type { Envelope } from '../protocol/envelope.js';
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
    return this.envelope.kind === 'notification';
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

  get backgroundTasks(): BackgroundTasks {
    const { taskQueue, logger } = this;
    return new BackgroundTasks(taskQueue, (run) => inContextLater(this, run), logger);
  }

  /** The tasks of the whole HTTP request; a notification, which has no response, has its own. */
  get taskQueue(): QueuedTask[] {
    return this.isNotification ? this.lifetime.ownTasks : this.exchange.taskQueue;
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
    return (
      this.hasFailed && !(this.#outcome instanceof BaseError || this.#outcome instanceof HttpError)
    );
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
    this.#outcome = error;
    this.#response = undefined;
  }

  get rawResponse(): JsonRpcResponse | undefined {
    if (this.#state === 'running' || this.exception instanceof HttpError) return undefined;
    return (this.#response ??= this.hasFailed
      ? { jsonrpc: '2.0', id: this.id, error: this.#errorObject }
      : { jsonrpc: '2.0', id: this.id, result: this.#outcome });
  }

  set rawResponse(response: AssignedResponse) {
    const { id } = this;
    this.#response =
      'error' in response
        ? { jsonrpc: '2.0', id, error: response.error }
        : { jsonrpc: '2.0', id, result: jsonOf(response.result) };
    this.#state = 'response';
  }

  /** @throws TypeError where JSON can't carry it. */
  encode(): EncodedResponse {
    const response = this.#response;
    if (response !== undefined) {
      return 'error' in response
        ? encodeError(this.id, response.error)
        : encodeResult(this.id, response.result);
    }
    return this.hasFailed
      ? encodeError(this.id, this.#errorObject)
      : encodeResult(this.id, this.#outcome);
  }

  get #errorObject(): JsonRpcErrorObject {
    const error = this.exception instanceof BaseError ? this.exception : new InternalError();
    return error.getResponse(this.id).error;
  }
}

/** JSON has no undefined: the response has a `result` whatever the handler returned. */
function jsonOf(result: unknown): unknown {
  return result === undefined ? null : result;
}
