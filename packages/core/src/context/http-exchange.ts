import { parseCookie } from 'cookie';
import type { HttpError } from '../errors/http-error.js';
import type { HttpRequest } from '../exchange/http-request.js';
import { HttpResponse } from '../exchange/http-response.js';
import type { Logger } from '../flow/logger.js';
import { type BackgroundTask, BackgroundTasks } from '../lifetime/background-tasks.js';
import { OpenDependencies } from '../lifetime/open-dependencies.js';
import type { ArgumentScope } from './argument-scope.js';
import type { CallContext } from './call-context.js';
import type { EntrypointInfo } from './entrypoint-info.js';

/** One HTTP request to an entrypoint with what its calls share. What nobody asks for is not made. */
export class HttpExchange implements ArgumentScope {
  readonly httpRequest: HttpRequest;
  readonly entrypoint: EntrypointInfo;
  readonly logger: Logger;

  shared: Map<object, unknown> | undefined;
  /** Why the shared dependencies could not be resolved: every call is answered with it. */
  sharedFailure: { readonly error: unknown } | undefined;
  /** Ends the exchange in place of any JSON-RPC answer. */
  httpError: HttpError | undefined;
  /** The calls that stand in the answer, kept where a shared dependency may still replace it. */
  readonly answered: CallContext[] = [];
  /** Calls with dependencies to close once the response has been sent. */
  readonly toClose: CallContext[] = [];
  /** Notifications that are still running. */
  readonly notifications: Set<Promise<unknown>> = new Set();
  /** Whatever may still use the shared dependencies: those, and handlers that ignore their timeout. */
  readonly pending: Set<Promise<unknown>> = new Set();
  /** The tasks of all its calls, in the order in which they were added. */
  readonly taskQueue: BackgroundTask[] = [];
  /** Whether any of its calls succeeded, and what the first failed one threw. */
  hasSucceeded = false;
  hasReportedSharedFailure = false;
  firstFailure: { readonly error: unknown } | undefined;

  readonly params: undefined;
  readonly interruption: undefined;
  readonly jsonRpcContext: undefined;

  #httpResponse: HttpResponse | undefined;
  #cookies: Readonly<Record<string, string | undefined>> | undefined;
  #openDependencies: OpenDependencies | undefined;
  #controller: AbortController | undefined;

  constructor(httpRequest: HttpRequest, entrypoint: EntrypointInfo, logger: Logger) {
    this.httpRequest = httpRequest;
    this.entrypoint = entrypoint;
    this.logger = logger;
  }

  get httpResponse(): HttpResponse {
    return (this.#httpResponse ??= new HttpResponse());
  }

  /** The response, where a call asked for it. */
  get setHttpResponse(): HttpResponse | undefined {
    return this.#httpResponse;
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    return (this.#cookies ??= parseCookie(this.httpRequest.header('cookie') ?? ''));
  }

  get backgroundTasks(): BackgroundTasks {
    return new BackgroundTasks(this.taskQueue, (task) => task);
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
      const { signal } = this.httpRequest;
      const abort = (): void => controller.abort(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
      this.#controller = controller;
      if (this.httpError !== undefined) controller.abort(this.httpError);
    }
    return this.#controller.signal;
  }

  /** Whether a call that has not begun would run for nobody. */
  get isOver(): boolean {
    return this.httpError !== undefined || this.httpRequest.signal.aborted;
  }

  endWith(error: HttpError): void {
    this.httpError ??= error;
    this.#controller?.abort(error);
  }
}
