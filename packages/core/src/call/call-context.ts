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
import { inInstrumentedContext } from './call-flow.js';
import { CallLifetime } from './call-lifetime.js';
import { CallOutcome } from './call-outcome.js';
import type { HttpExchange } from './http-exchange.js';

/** One call. Its lifetime and its response object are created on first access. */
export class CallContext extends CallOutcome implements ResolutionContext, StorableCall {
  readonly exchange: HttpExchange;
  readonly rawRequest: unknown;
  readonly envelope: Envelope;
  /** Undefined for an invalid request and for an unknown method. */
  readonly method: CompiledMethod | undefined;
  readonly isNotification: boolean;
  /** Whether it is a notification that is stored as a job. */
  readonly isDurable: boolean;

  #lifetime: CallLifetime | undefined;

  /** @param item as it was parsed, not validated */
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

  /** A single call also reports a replay in a header. The calls of a batch share their headers. */
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
}
