import { parseCookie } from 'cookie';
import {
  type BackgroundTasks,
  CallBackgroundTasks,
  TaskList,
} from '../background/background-tasks.js';
import type { InstrumentedRequest } from '../context/instrumentation.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { ResolutionContext } from '../di/argument-source.js';
import { DependencyStack } from '../di/dependency-stack.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { ProvidedResources } from '../di/provided-resources.js';
import type { HttpError } from '../errors/http-error.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponse } from '../http/http-response.js';
import { ExchangeResponseHead, type HttpResponseHead } from '../http/http-response-head.js';
import type { EncodedResponse } from '../jsonrpc/encode-response.js';
import { ProblemBudget } from '../jsonrpc/problem.js';
import type { Logger } from '../logging/logger.js';
import type { RateLimitCharge } from '../rate-limit/rate-limit-charge.js';
import type { Arrival } from './arrival.js';
import type { Endpoint } from './endpoint.js';
import type { ParsedCalls } from './parse-body.js';
import { FailureLog, ReportingLogger } from './reporting-logger.js';

/** The status and headers of the HTTP response if a durable notification was not stored as a job. */
export type NotStored = Pick<HttpResponse, 'status' | 'headers'>;

/** The members of a call that its exchange uses. */
export interface ExchangeCall extends JsonRpcContext {
  readonly exchange: HttpExchange;
  readonly dependencyStack: DependencyStack;
}

/**
 * One HTTP request to an entrypoint, with the state that its calls share. Creates rarely used parts
 * lazily.
 */
export class HttpExchange implements ResolutionContext {
  readonly endpoint: Endpoint;
  readonly httpRequest: HttpRequest;
  /**
   * The method name in the path `{path}/{method}`; undefined for a request to the entrypoint's own
   * path.
   */
  readonly routeMethod: string | undefined;
  /** Whether the request is a job: a durable notification that was accepted before. */
  readonly isJob: boolean;
  readonly overrides: DependencyOverrides;
  /** Undefined without instrumentation. */
  readonly instrumentedRequest: InstrumentedRequest | undefined;

  /** The values of the entrypoint's `dependencies`; undefined until they are resolved. */
  shared: Map<object, unknown> | undefined;
  /** Why the shared dependencies could not be resolved. Every call responds with this error. */
  sharedFailure: { readonly error: unknown } | undefined;
  /** The decision of the rate limit; undefined if nothing was charged. */
  rateLimit: RateLimitCharge | undefined;
  /** The error that replaces the whole HTTP response; undefined if no call has thrown one. */
  httpError: HttpError | undefined;
  /** Why the exchange stopped waiting for the shared dependencies; undefined if it didn't. */
  interruption: unknown;
  /** The size of all responses so far, for `maxResponseBytes`. */
  responseBytes = 0;
  /** Whether the responses have reached `maxResponseBytes`. */
  isFull = false;
  /** Whether at least one call has succeeded. */
  hasSucceeded = false;
  /** The error of the first call that has failed. */
  firstFailure: { readonly error: unknown } | undefined;
  hasReportedSharedFailure = false;
  /** Undefined if all durable notifications were stored. */
  notStored: NotStored | undefined;

  /** Whether the body is a batch. */
  readonly isBatch: boolean;
  readonly #byteLength: number;
  #failures: FailureLog | undefined;
  #responders: ((error: unknown) => EncodedResponse | undefined)[] | undefined;
  #callsToClose: ExchangeCall[] | undefined;
  #tasks: TaskList | undefined;
  #notifications: Set<Promise<unknown>> | undefined;
  #pending: Set<Promise<unknown>> | undefined;
  #httpResponse: ExchangeResponseHead | undefined;
  #cookies: Readonly<Record<string, string | undefined>> | undefined;
  #problemBudget: ProblemBudget | undefined;
  #dependencyStack: DependencyStack | undefined;
  #controller: AbortController | undefined;
  #onAborted: ((reason: unknown) => void)[] | undefined;

  constructor(
    { endpoint, request, routeMethod, jobOverrides, instrumentedRequest }: Arrival,
    { kind, byteLength }: ParsedCalls,
  ) {
    this.endpoint = endpoint;
    this.httpRequest = request;
    this.routeMethod = routeMethod;
    this.isJob = jobOverrides !== undefined;
    this.overrides = jobOverrides ?? endpoint.overrides;
    this.instrumentedRequest = instrumentedRequest;
    this.isBatch = kind === 'batch';
    this.#byteLength = byteLength;
    endpoint.running.work.begin();
  }

  /** Ends the exchange. Releases its body when no call can use it any more. */
  release(): void {
    const { running, pendingBytes } = this.endpoint;
    const released = (): void => {
      pendingBytes.release(this.#byteLength);
      this.#failures?.summarize(this.logger);
    };
    if (this.hasPending && !this.hasWorkAfterResponse) this.tasks.close();
    running.work.end();
    if (this.hasPending) void this.whenNothingIsPending().then(released, released);
    else released();
  }

  get params(): undefined {
    return undefined;
  }

  get jsonRpcContext(): undefined {
    return undefined;
  }

  get resources(): ProvidedResources {
    return this.endpoint.resources;
  }

  /**
   * A function for each call, by its index in the batch, that encodes the error of a failed shared
   * teardown as the response. Empty without shared dependencies.
   */
  get responders(): ((error: unknown) => EncodedResponse | undefined)[] {
    return (this.#responders ??= []);
  }

  /** Calls whose dependencies must be closed after the response has been sent. */
  get callsToClose(): ExchangeCall[] {
    return (this.#callsToClose ??= []);
  }

  /** The background tasks of all calls, in the order in which they were added. */
  get tasks(): TaskList {
    return (this.#tasks ??= new TaskList(this.endpoint.backgroundQueue));
  }

  /** Whether teardowns or background tasks follow the response. */
  get hasWorkAfterResponse(): boolean {
    return this.#callsToClose !== undefined || this.hasTasks || this.hasOpenDependencies;
  }

  get hasTasks(): boolean {
    return this.#tasks?.isEmpty === false;
  }

  /** Notifications that are still running. */
  get notifications(): Set<Promise<unknown>> {
    return (this.#notifications ??= new Set());
  }

  /** Notifications and abandoned handlers, which may still use the shared dependencies. */
  get pending(): Set<Promise<unknown>> {
    return (this.#pending ??= new Set());
  }

  get hasPending(): boolean {
    return this.#pending !== undefined && this.#pending.size > 0;
  }

  /**
   * Resolves when nothing is pending. Checks again each time, because a notification that times out
   * adds its handler.
   */
  async whenNothingIsPending(): Promise<void> {
    while (this.hasPending) await Promise.all(this.pending);
  }

  /** Logs what belongs to the whole HTTP request and not to one call. */
  get logger(): Logger {
    return new ReportingLogger(this.endpoint.logger, { httpRequest: this.httpRequest });
  }

  /** Returns the logger of one call, for the application. */
  loggerOf(context: JsonRpcContext): Logger {
    return new ReportingLogger(this.endpoint.logger, { httpRequest: this.httpRequest, context });
  }

  /** Returns the logger of one call for the framework's own log lines, whose number is limited. */
  failureLoggerOf(context: JsonRpcContext): Logger {
    const failures = (this.#failures ??= new FailureLog());
    const scope = { httpRequest: this.httpRequest, context, failures };
    return new ReportingLogger(this.endpoint.logger, scope);
  }

  get httpResponse(): HttpResponseHead {
    return (this.#httpResponse ??= new ExchangeResponseHead());
  }

  /** The response head; undefined if no call has accessed it. */
  get usedHttpResponse(): ExchangeResponseHead | undefined {
    return this.#httpResponse;
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    return (this.#cookies ??= parseCookie(this.httpRequest.header('cookie') ?? ''));
  }

  get backgroundTasks(): BackgroundTasks {
    return new CallBackgroundTasks(this.tasks, (run) => run(), this.logger);
  }

  get problemBudget(): ProblemBudget {
    return (this.#problemBudget ??= new ProblemBudget());
  }

  get dependencyStack(): DependencyStack {
    return (this.#dependencyStack ??= new DependencyStack(this.logger));
  }

  get hasOpenDependencies(): boolean {
    return this.#dependencyStack !== undefined && !this.#dependencyStack.isEmpty;
  }

  /** Fires when the client disconnects, and when an {@link HttpError} ends the exchange. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      this.whenAborted((reason) => controller.abort(reason));
    }
    return this.#controller.signal;
  }

  /**
   * Registers a function to call when {@link signal} fires, or calls it immediately if the signal has
   * fired. All calls of a batch share one listener, because Node warns about a leak beyond ten
   * listeners.
   */
  whenAborted(callback: (reason: unknown) => void): void {
    const { signal } = this.httpRequest;
    const reason = this.httpError ?? this.interruption;
    if (reason !== undefined || signal.aborted) {
      callback(reason ?? signal.reason);
      return;
    }
    if (this.#onAborted === undefined) {
      this.#onAborted = [];
      signal.addEventListener('abort', () => this.abort(signal.reason), { once: true });
    }
    this.#onAborted.push(callback);
  }

  /** Whether the client has disconnected or the exchange has ended. */
  get isOver(): boolean {
    return this.httpError !== undefined || this.httpRequest.signal.aborted;
  }

  /** Whether none of the calls will run its method. */
  get runsNoMethod(): boolean {
    return this.sharedFailure !== undefined || this.rateLimit?.rejectsAll === true;
  }

  endWith(error: HttpError): void {
    this.httpError ??= error;
    this.abort(error);
  }

  /** Stops waiting for the shared dependencies. */
  interrupt(reason: unknown): void {
    this.interruption = reason;
    this.abort(reason);
  }

  /** Fires {@link signal} and the signals of the calls. */
  abort(reason: unknown): void {
    for (const callback of this.#onAborted?.splice(0) ?? []) callback(reason);
  }
}
