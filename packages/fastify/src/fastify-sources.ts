import { contextSource, type ContextSource } from '@jsonrpc-kit/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FastifyHttpRequest } from './to-http-request.js';

/** Fastify's own request: `ip`, `log`, and whatever else plugins decorate it with. */
export const fastifyRequest: ContextSource<FastifyRequest> = contextSource(
  ({ httpRequest }) => exchangeOf('fastifyRequest', httpRequest).native,
);

/**
 * Fastify's own reply, with what plugins decorate it with. Status, headers and cookies of the answer
 * are better set by the source `httpResponse`, which is the same in every framework.
 */
export const fastifyReply: ContextSource<FastifyReply> = contextSource(
  ({ httpRequest }) => exchangeOf('fastifyReply', httpRequest).reply,
);

function exchangeOf(source: string, httpRequest: unknown): FastifyHttpRequest {
  if (httpRequest instanceof FastifyHttpRequest) return httpRequest;
  throw new TypeError(`${source}: the request did not come through @jsonrpc-kit/fastify`);
}
