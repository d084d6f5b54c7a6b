/** The parts of Fastify's logger that are used here. An application may have a logger of its own type. */
export interface AppLogger {
  /** Logs that something failed. */
  error(details: object, message: string): void;
  /** Fastify's own. */
  readonly fatal: unknown;
  /** Fastify's own; its logger that logs nothing has no level. */
  readonly level?: unknown;
}

/**
 * Fastify's logger, or that of one request. Undefined where it has none: `fastify()` without the option
 * `logger` has one that swallows everything, errors too, and has no level.
 */
export function loggerOf<Log extends AppLogger>({ log }: { readonly log: Log }): Log | undefined {
  return log.level === undefined && log.error === log.fatal ? undefined : log;
}
