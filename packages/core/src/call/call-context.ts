import {
  type BackgroundTasks,
  CallBackgroundTasks,
  type TaskList,
} from '../background/background-tasks.js';
import type { EntrypointInfo, MethodRoute } from '../context/json-rpc-context.js';
import type { ResolutionContext } from '../di/argument-source.js';
import type { DependencyStack } from '../di/dependency-stack.js';
import type { ProvidedResources } from '../di/provided-resources.js';
import type { StorableCall } from '../di/recording.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponseHead } from '../http/http-response-head.js';
import type { Envelope } from '../jsonrpc/envelope.js';
import type { ProblemBudget } from '../jsonrpc/problem.js';
import {
  IDEMPOTENCY_KEY,
  type JsonRpcRequest,
  type RequestId,
  type RequestParams,
} from '../jsonrpc/request.js';
import type { Logger } from '../logging/logger.js';
import { isObject } from '../options/describe-value.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { withAfterResponseHooks } from './call-hooks.js';
import { CallLifetime } from './call-lifetime.js';
import { CallOutcome } from './call-outcome.js';
import type { HttpExchange } from './http-exchange.js';

/** The state of one call. The lifetime and the response object are created on first access. */
export class CallContext extends CallOutcome implements ResolutionContext, StorableCall {
  readonly exchange: HttpExchange;
  readonly rawRequest: unknown;
  readonly envelope: Envelope;
  /** Undefined for an invalid request and for an unknown method. */
  readonly method: CompiledMethod | undefined;
  readonly isNotification: boolean;
  /** Whether the call is a notification that is stored as a job. */
  readonly isDurable: boolean;

  #lifetime: CallLifetime | undefined;

  /** @param item the parsed item of the message, not validated */
  constructor(exchange: HttpExchange, item: unknown, envelope: Envelope) {
    super();
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
        endpoint.findMethod(failure.method, routeMethod)?.enqueueMethod !== undefined;
    } else {
      const found = endpoint.findMethod(envelope.request.method, routeMethod);
      this.isNotification = envelope.kind === 'notification';
      this.isDurable = this.isNotification && found?.enqueueMethod !== undefined;
      this.method = this.isDurable ? found?.enqueueMethod : found;
    }
  }

  get methodRoute(): MethodRoute | undefined {
    return this.method?.method;
  }

  /** Without those of the method if the call reaches no method, or its whole batch has failed. */
  get middlewares(): readonly JsonRpcMiddleware[] {
    const { sharedFailure, endpoint } = this.exchange;
    const { method } = this;
    return method === undefined || sharedFailure !== undefined
      ? endpoint.middlewares
      : method.middlewares;
  }

  /** The time limit of the call in milliseconds; may be `Infinity`. */
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

  /** Also sets a header, except in a batch, whose calls share their headers. */
  set isReplay(isReplay: boolean) {
    this.lifetime.isReplay = isReplay;
    if (this.isNotification || this.isBatch) return;
    const { headers } = this.httpResponse;
    if (isReplay) headers.set('idempotency-replayed', 'true');
    else headers.delete('idempotency-replayed');
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

  /** Logs failures of the call. The number of log lines per HTTP request is limited. */
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
    return new CallBackgroundTasks(
      tasks,
      (run) => withAfterResponseHooks(this, run),
      failureLogger,
    );
  }

  /**
   * The tasks of the HTTP request. A notification has its own list, because no response is sent for it.
   */
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

  /** Whether the signal of the call has fired. Never creates the signal. */
  get isAborted(): boolean {
    return this.#lifetime?.isAborted === true;
  }
}
