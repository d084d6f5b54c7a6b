import { parseCookie } from 'cookie';
import type { HttpError } from '../errors/http-error.js';
import type { HttpRequest } from '../exchange/http-request.js';
import { ExchangeHttpResponse, type HttpResponse } from '../exchange/http-response.js';
import type { ApiLogger } from '../flow/api-logger.js';
import type { Logger } from '../flow/logger.js';
import type { BackgroundQueue } from '../lifetime/background-queue.js';
import { type BackgroundTasks, CallBackgroundTasks } from '../lifetime/background-tasks.js';
import { TaskList } from '../lifetime/task-list.js';
import { OpenDependencies } from '../lifetime/open-dependencies.js';
import type { ProvidedResources } from '../lifetime/provided-resources.js';
import { ProblemBudget } from '../protocol/problem-budget.js';
import type { RateLimitCharge } from '../rate-limit/rate-limit-charge.js';
import type { ArgumentScope } from './argument-scope.js';
import type { CallContext } from './call-context.js';
import type { EntrypointInfo } from './entrypoint-info.js';
import { FailureLog } from './failure-log.js';
import type { InstrumentedRequest } from './instrumentation.js';
import { ReportingLogger } from './reporting-logger.js';

/** What the exchanges of an entrypoint have in common. */
export interface ExchangeServices {
  readonly entrypoint: EntrypointInfo;
  readonly logger: ApiLogger;
  readonly backgroundQueue: BackgroundQueue;
  readonly resources: ProvidedResources;
}

/** The HTTP request of an exchange. */
export interface ExchangeRequest {
  readonly request: HttpRequest;
  readonly routeMethod: string | undefined;
  readonly seen: InstrumentedRequest | undefined;
}

/** One HTTP request to an entrypoint with what its calls share. What nobody asks for is not made. */
export class HttpExchange implements ArgumentScope {
  readonly httpRequest: HttpRequest;
  /** The method whose own route the request came to. */
  readonly routeMethod: string | undefined;
  readonly entrypoint: EntrypointInfo;
  readonly backgroundQueue: BackgroundQueue;
  readonly resources: ProvidedResources;
  /** Undefined where there is no instrumentation. */
  readonly instrumentedRequest: InstrumentedRequest | undefined;

  shared: Map<object, unknown> | undefined;
  /** Why the shared dependencies could not be resolved: every call is answered with it. */
  sharedFailure: { readonly error: unknown } | undefined;
  /** What the rate limit decided; undefined where nothing was charged. */
  rateLimit: RateLimitCharge | undefined;
  /** Ends the exchange instead of any JSON-RPC response. */
  httpError: HttpError | undefined;
  /** Why the shared dependencies are no longer waited for. */
  interruption: unknown;
  /** Bytes of the responses so far, for `maxResponseBytes`. */
  responseBytes = 0;
  /** Whether the responses have reached `maxResponseBytes`. */
  isFull = false;
  /** Whether any of its calls succeeded, and what the first failed one threw. */
  hasSucceeded = false;
  hasReportedSharedFailure = false;
  firstFailure: { readonly error: unknown } | undefined;

  readonly #apiLogger: ApiLogger;
  #failures: FailureLog | undefined;
  #answered: CallContext[] | undefined;
  #toClose: CallContext[] | undefined;
  #tasks: TaskList | undefined;
  #notifications: Set<Promise<unknown>> | undefined;
  #pending: Set<Promise<unknown>> | undefined;
  #httpResponse: ExchangeHttpResponse | undefined;
  #cookies: Readonly<Record<string, string | undefined>> | undefined;
  #problemBudget: ProblemBudget | undefined;
  #openDependencies: OpenDependencies | undefined;
  #controller: AbortController | undefined;
  #whenAborted: ((reason: unknown) => void)[] | undefined;

  constructor(
    { entrypoint, logger, backgroundQueue, resources }: ExchangeServices,
    { request, routeMethod, seen }: ExchangeRequest,
  ) {
    this.httpRequest = request;
    this.routeMethod = routeMethod;
    this.entrypoint = entrypoint;
    this.resources = resources;
    this.#apiLogger = logger;
    this.backgroundQueue = backgroundQueue;
    this.instrumentedRequest = seen;
  }

  /** It is no call. */
  get params(): undefined {
    return undefined;
  }

  get jsonRpcContext(): undefined {
    return undefined;
  }

  /**
   * The calls that stand in the answer, by their place in the batch, kept where a shared dependency
   * may still replace it. An asynchronous request schema may start them in another order.
   */
  get answered(): CallContext[] {
    return (this.#answered ??= []);
  }

  /** Calls with dependencies to close once the response has been sent. */
  get toClose(): CallContext[] {
    return (this.#toClose ??= []);
  }

  /** The tasks of all its calls, in the order in which they were added. */
  get tasks(): TaskList {
    return (this.#tasks ??= new TaskList(this.backgroundQueue));
  }

  /** Called when nothing follows the response: a handler that is still running can add no task. */
  closeTasks(): void {
    this.tasks.close();
  }

  /** Whether there is something to do once the response has been sent. */
  get hasMoreToDo(): boolean {
    return this.#toClose !== undefined || this.hasTasks || this.hasOpenDependencies;
  }

  get hasTasks(): boolean {
    return this.#tasks?.isEmpty === false;
  }

  /** Notifications that are still running. */
  get notifications(): Set<Promise<unknown>> {
    return (this.#notifications ??= new Set());
  }

  /** Whatever may still use the shared dependencies: those, and handlers that ignore their timeout. */
  get pending(): Set<Promise<unknown>> {
    return (this.#pending ??= new Set());
  }

  get hasPending(): boolean {
    return this.#pending !== undefined && this.#pending.size > 0;
  }

  /** A notification that ends by its timeout leaves its handler behind, so once is not enough. */
  async whenNothingIsPending(): Promise<void> {
    while (this.hasPending) await Promise.all(this.pending);
  }

  /** For what belongs to the whole HTTP request. */
  get logger(): Logger {
    return new ReportingLogger(this.#apiLogger, { httpRequest: this.httpRequest });
  }

  /** The application's logger of one call. */
  loggerOf(context: CallContext): Logger {
    return new ReportingLogger(this.#apiLogger, { httpRequest: this.httpRequest, context });
  }

  /** The framework's own logger of one call. */
  failureLoggerOf(context: CallContext): Logger {
    const failures = (this.#failures ??= new FailureLog());
    const scope = { httpRequest: this.httpRequest, context, failures };
    return new ReportingLogger(this.#apiLogger, scope);
  }

  /** Logs how many failures were only counted; called when no call is left that may fail. */
  summarizeFailures(): void {
    this.#failures?.summarize(this.logger);
  }

  get httpResponse(): HttpResponse {
    return (this.#httpResponse ??= new ExchangeHttpResponse());
  }

  /** The response, where a call asked for it. */
  get setHttpResponse(): ExchangeHttpResponse | undefined {
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

  get openDependencies(): OpenDependencies {
    return (this.#openDependencies ??= new OpenDependencies(this.logger));
  }

  get hasOpenDependencies(): boolean {
    return this.#openDependencies !== undefined && !this.#openDependencies.isEmpty;
  }

  /** Fires on the client's disconnect, and when the exchange is ended by an {@link HttpError}. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      this.whenAborted((reason) => controller.abort(reason));
    }
    return this.#controller.signal;
  }

  /**
   * Calls back when {@link signal} fires, at once where it has. All calls of a batch share one
   * listener: Node warns of a leak where a signal has more than ten.
   */
  whenAborted(callback: (reason: unknown) => void): void {
    const { signal } = this.httpRequest;
    const reason = this.httpError ?? this.interruption;
    if (reason !== undefined || signal.aborted) {
      callback(reason ?? signal.reason);
      return;
    }
    if (this.#whenAborted === undefined) {
      this.#whenAborted = [];
      signal.addEventListener('abort', () => this.abort(signal.reason), { once: true });
    }
    this.#whenAborted.push(callback);
  }

  /** Whether a call that has not begun would run for nobody. */
  get isOver(): boolean {
    return this.httpError !== undefined || this.httpRequest.signal.aborted;
  }

  /** Whether it is decided already that no method runs. */
  get runsNothing(): boolean {
    return this.sharedFailure !== undefined || this.rateLimit?.rejectsAll === true;
  }

  endWith(error: HttpError): void {
    this.httpError ??= error;
    this.abort(error);
  }

  /** Gives up the resolution of the shared dependencies. */
  interrupt(reason: unknown): void {
    this.interruption = reason;
    this.abort(reason);
  }

  /** Fires {@link signal} and those of the calls. */
  abort(reason: unknown): void {
    for (const callback of this.#whenAborted?.splice(0) ?? []) callback(reason);
  }
}
