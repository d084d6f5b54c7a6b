/**
 * Where errors are reported that no client is told of. The shape of pino, and of `console`, which
 * is the default: `logger.error({ err, method, id }, 'message')`.
 */
export interface Logger {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}
