/**
 * Receives errors and warnings that aren't sent to clients. Loggers of pino and `console`, which is the
 * default, have this interface: `logger.error({ err, method, id }, 'message')`.
 */
export interface Logger {
  /** Logs a failure. `details` contains the error as `err`, and fields such as `method` and `id`. */
  error(details: object, message: string): void;
  /** Logs a problem that hasn't made the api itself fail, such as a rejected notification. */
  warn(details: object, message: string): void;
}
