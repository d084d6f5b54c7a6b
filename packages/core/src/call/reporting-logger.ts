import { reportError } from '../context/instrumentation.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import { isBaseError } from '../errors/base-error.js';
import { ErrorCode } from '../jsonrpc/response.js';
import type { ApiLogger } from '../logging/api-logger.js';
import { escapeText } from '../logging/escape-text.js';
import type { Logger } from '../logging/logger.js';
import type { Carrier } from '../message/carrier.js';

/** The message or call that a {@link ReportingLogger} writes about. */
export interface ReportingScope {
  readonly carrier: Carrier;
  /** The call; undefined if the entries belong to the whole message. */
  readonly context?: JsonRpcContext | undefined;
  /** Limits the number of lines; undefined for the application's own entries, which aren't limited. */
  readonly failures?: FailureLog | undefined;
}

/**
 * Logs what happens in one message or in one of its calls. Adds the method and id of the call to
 * each entry, and reports errors to the instrumentation.
 */
export class ReportingLogger implements Logger {
  readonly #logger: Logger;
  readonly #scope: ReportingScope;

  constructor(logger: ApiLogger, scope: ReportingScope) {
    this.#logger = logger.forRequest(scope.carrier.logger);
    this.#scope = scope;
  }

  error(details: object, message: string): void {
    this.#log('error', details, message);
    if (!('err' in details)) return;
    const { carrier, context } = this.#scope;
    reportError(this.#logger, { error: details.err, message, context, carrier });
  }

  warn(details: object, message: string): void {
    this.#log('warn', details, message);
  }

  #log(level: 'error' | 'warn', details: object, message: string): void {
    const named = this.#withCall(details);
    if (this.#scope.failures?.admit(message, named) === false) return;
    this.#logger[level](named, message);
  }

  /** Adds the name of the registered method, and the id of the call. */
  #withCall(details: object): object {
    const { context } = this.#scope;
    if (context === undefined) return details;
    const id = context.request?.id;
    return {
      ...details,
      method: context.methodRoute?.name,
      id: typeof id === 'string' ? escapeText(id, 200) : id,
    };
  }
}

/**
 * The number of lines about failed calls that one message may write. Further failures are only
 * counted.
 */
const MAX_LINES = 10;

/** Failures with the same message, method and code, for the summary. */
interface FailureCount {
  readonly message: string;
  readonly method: string | undefined;
  readonly code: number;
  count: number;
}

/** Limits the log lines of one message: the first ten, and a summary of the others. */
export class FailureLog {
  #lines = 0;
  readonly #counts = new Map<string, FailureCount>();

  /** Whether the line may be written. A line that may not is counted for the summary. */
  admit(
    message: string,
    { err, method }: { readonly err?: unknown; readonly method?: unknown },
  ): boolean {
    this.#lines += 1;
    if (this.#lines <= MAX_LINES) return true;
    const name = typeof method === 'string' ? method : undefined;
    const code = isBaseError(err) ? err.code : ErrorCode.InternalError;
    const key = JSON.stringify([message, name, code]);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { message, method: name, code, count: 1 });
    else known.count += 1;
    return false;
  }

  /** Writes one line with the numbers of failures that were not written, if there are any. */
  summarize(logger: Logger): void {
    if (this.#counts.size === 0) return;
    const failures = [...this.#counts.values()];
    this.#counts.clear();
    logger.warn({ failures }, `Further failures of the HTTP request: ${this.#lines - MAX_LINES}`);
  }
}

/** A call that may be aborted. */
interface AbortableCall {
  readonly isAborted: boolean;
  readonly signal: AbortSignal;
  readonly failureLogger: Logger;
}

/**
 * Logs an error that isn't sent to the client, unless the error is a reaction to the abort of its call.
 */
export function reportUnhandled(call: AbortableCall, err: unknown, message: string): void {
  if (call.isAborted && isReactionTo(call.signal.reason, err)) return;
  call.failureLogger.error({ err }, message);
}

/** Whether code has thrown the error because a signal was aborted with the reason. */
export function isReactionTo(reason: unknown, err: unknown): boolean {
  return err === reason || (err instanceof Error && err.name === 'AbortError');
}
