import { BaseError } from '../errors/base-error.js';
import { ErrorCode } from '../protocol/error-code.js';
import type { Logger } from '../flow/logger.js';

/** Lines about failed calls that one HTTP request may write before they are only counted. */
const MAX_LINES = 10;

/** What the calls of one HTTP request have in common in the summary. */
interface FailureCount {
  readonly message: string;
  readonly method: string | undefined;
  readonly code: number;
  count: number;
}

/** Limits the log lines that one HTTP request causes: ten, and then one with counts. */
export class FailureLog {
  #lines = 0;
  readonly #counts = new Map<string, FailureCount>();

  /** Whether the line may be written; otherwise it is counted by method and code. */
  admit(
    message: string,
    { err, method }: { readonly err?: unknown; readonly method?: unknown },
  ): boolean {
    this.#lines += 1;
    if (this.#lines <= MAX_LINES) return true;
    const name = typeof method === 'string' ? method : undefined;
    const code = err instanceof BaseError ? err.code : ErrorCode.InternalError;
    const key = JSON.stringify([message, name, code]);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { message, method: name, code, count: 1 });
    else known.count += 1;
    return false;
  }

  /** Writes one line with the counts of the failures that were not written, if there are any. */
  summarize(logger: Logger): void {
    if (this.#counts.size === 0) return;
    const failures = [...this.#counts.values()];
    this.#counts.clear();
    logger.warn({ failures }, `Further failures of the HTTP request: ${this.#lines - MAX_LINES}`);
  }
}
