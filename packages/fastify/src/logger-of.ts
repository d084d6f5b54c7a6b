import type { FastifyBaseLogger } from 'fastify';

/**
 * Fastify's logger, or that of one request. Undefined where it has none: `fastify()` without the option
 * `logger` has one that swallows everything, errors too, and has no level.
 */
export function loggerOf({
  log,
}: {
  readonly log: FastifyBaseLogger;
}): FastifyBaseLogger | undefined {
  const { level }: { level?: string } = log;
  return level === undefined && log.error === log.fatal ? undefined : log;
}
