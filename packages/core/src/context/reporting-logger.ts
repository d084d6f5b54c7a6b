import type { HttpRequest } from '../exchange/http-request.js';
import type { ApiLogger } from '../flow/api-logger.js';
import { escapeText } from '../flow/escape-text.js';
import type { Logger } from '../flow/logger.js';
import type { FailureLog } from './failure-log.js';
import { reportError } from './instrumentation.js';
import type { JsonRpcContext } from './json-rpc-context.js';

/** What a {@link ReportingLogger} writes about. */
export interface ReportingScope {
  readonly httpRequest: HttpRequest;
  /** The call; undefined for what belongs to the whole HTTP request. */
  readonly context?: JsonRpcContext | undefined;
  /** Limits the lines; undefined for those of the application itself. */
  readonly failures?: FailureLog | undefined;
}

/**
 * The api's log, for what happens in one HTTP request or in one call of it: the entries name the
 * call, and errors are reported to the instrumentation too.
 */
export class ReportingLogger implements Logger {
  readonly #logger: Logger;
  readonly #scope: ReportingScope;

  constructor(logger: ApiLogger, scope: ReportingScope) {
    this.#logger = logger.of(scope.httpRequest.logger);
    this.#scope = scope;
  }

  error(details: object, message: string): void {
    this.#log('error', details, message);
    if (!('err' in details)) return;
    const { httpRequest, context } = this.#scope;
    reportError(this.#logger, { error: details.err, message, context, httpRequest });
  }

  warn(details: object, message: string): void {
    this.#log('warn', details, message);
  }

  #log(level: 'error' | 'warn', details: object, message: string): void {
    const named = this.#withCall(details);
    if (this.#scope.failures?.admit(message, named) === false) return;
    this.#logger[level](named, message);
  }

  /** Adds the method's name as registered, and the id. */
  #withCall(details: object): object {
    const { context } = this.#scope;
    if (context === undefined) return details;
    const id = context.request?.id;
    return {
      ...details,
      method: context.methodRoute?.name,
      id: typeof id === 'string' ? escapeText(id, { maxLength: 200 }) : id,
    };
  }
}
