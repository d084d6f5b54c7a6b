/**
 * Receives the errors that clients don't learn of. It has the shape of pino and of `console`, which is
 * the default: `logger.error({ err, method, id }, 'message')`.
 */
export interface Logger {
  /** Logs a failure; `details` contains the error as `err`, and fields such as `method` and `id`. */
  error(details: object, message: string): void;
  /** Logs a problem that made nothing fail. */
  warn(details: object, message: string): void;
}
