import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/**
 * Fastify's logger. Undefined where it has none: `fastify()` without the option `logger` has one that
 * swallows everything, errors too, and has no level.
 */
export function loggerOf({ log }: FastifyInstance): FastifyBaseLogger | undefined {
  const { level }: { level?: string } = log;
  return level === undefined && log.error === log.fatal ? undefined : log;
}
