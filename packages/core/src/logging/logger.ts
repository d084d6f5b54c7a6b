/**
 * Where errors are reported that no client is told of. The shape of pino, and of `console`, which
 * is the default: `logger.error({ err, method, id }, 'message')`.
 */
export interface Logger {
  /**
   * Something failed: `details` has the error as `err`, and what else is known, as `method` and
   * `id`.
   */
  error(details: object, message: string): void;
  /** Something is wrong that failed nothing. */
  warn(details: object, message: string): void;
}
