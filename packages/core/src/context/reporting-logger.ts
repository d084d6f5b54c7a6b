import type { HttpRequest } from '../exchange/http-request.js';
import type { ApiLogger } from '../flow/api-logger.js';
import type { Logger } from '../flow/logger.js';
import { reportError } from './instrumentation.js';
import type { JsonRpcContext } from './json-rpc-context.js';

/**
 * The api's log, for what happens in one HTTP request or in one call of it: the entries name the
 * call, and errors are told to the instrumentation too.
 */
export class ReportingLogger implements Logger {
  readonly #logger: Logger;
  readonly #httpRequest: HttpRequest;
  readonly #context: JsonRpcContext | undefined;

  constructor(logger: ApiLogger, httpRequest: HttpRequest, context?: JsonRpcContext) {
    this.#logger = logger.of(httpRequest.logger);
    this.#httpRequest = httpRequest;
    this.#context = context;
  }

  error(details: object, message: string): void {
    this.#logger.error(this.#named(details), message);
    if (!('err' in details)) return;
    reportError(this.#logger, {
      error: details.err,
      message,
      context: this.#context,
      httpRequest: this.#httpRequest,
    });
  }

  warn(details: object, message: string): void {
    this.#logger.warn(this.#named(details), message);
  }

  /** The method's name as registered; what a client sent in its place would be somebody else's text. */
  #named(details: object): object {
    if (this.#context === undefined) return details;
    const { methodRoute, request } = this.#context;
    return { ...details, method: methodRoute?.name, id: request?.id };
  }
}
