import { Readable } from 'node:stream';
import { contextSource } from '@jsonrpc-kit/core';
import type { BodyLimits, HttpBody, HttpRequest } from '@jsonrpc-kit/core/adapter';
import type { ContextSource, MaybePromise } from '@jsonrpc-kit/core/types';
import {
  contentLengthOf,
  NodeHttpRequest,
  parsedBody,
  readStream,
  targetPath,
} from '@jsonrpc-kit/node/adapter';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

/** Represents a request to a Fastify application as an `HttpRequest`. */
export class FastifyHttpRequest extends NodeHttpRequest {
  declare readonly native: FastifyRequest;
  readonly reply: FastifyReply;

  /** @param prefixSegments the number of segments in the prefix of the plugin */
  constructor(request: FastifyRequest, reply: FastifyReply, prefixSegments: number) {
    const exchange = { incoming: request.raw, outgoing: reply.raw };
    super(exchange, dropSegments(targetPath(request.raw.url ?? '/'), prefixSegments), request);
    this.reply = reply;
  }

  /** Fastify's logger for the request, which adds the id of the request to each line. */
  get logger(): FastifyBaseLogger | undefined {
    return loggerOf(this.native);
  }

  override readBody(limits: BodyLimits): MaybePromise<HttpBody> {
    const { body, raw } = this.native;
    if (body === undefined || body === raw) return super.readBody(limits);
    // A hook of the application has replaced the body.
    return body instanceof Readable
      ? readStream(body, limits)
      : parsedBody(body, limits.maxBytes, contentLengthOf(raw));
  }
}

/**
 * A request whose `content-type` Fastify has rejected. It appears to have none, so that the api rejects
 * it too: the hooks of the application have not run, so no call may run.
 */
export class InvalidContentTypeRequest extends FastifyHttpRequest {
  override header(name: string): string | undefined {
    return name === 'content-type' ? undefined : super.header(name);
  }
}

/**
 * Removes the first segments of a path. Counts the segments instead of comparing them with the prefix,
 * because a prefix may have parameters, and the path isn't decoded.
 */
function dropSegments(path: string, count: number): string {
  let start = 0;
  for (let segment = 0; segment < count; segment += 1) {
    start = path.indexOf('/', start + 1);
    if (start === -1) return '/';
  }
  return path.slice(start);
}

/**
 * The members of Fastify's logger that the plugin uses. Applications may have their own logger type.
 */
export interface AppLogger {
  /** Logs a failure. */
  error(details: object, message: string): void;
  /** Logs a warning. */
  warn(details: object, message: string): void;
  /** Logs a fatal error. */
  readonly fatal: unknown;
  /** The level of the logger; undefined if the logger logs nothing. */
  readonly level?: unknown;
}

/**
 * Returns the logger of an application or a request. Returns undefined for `fastify()` without the
 * option `logger`, whose logger has no level and ignores everything, including errors.
 */
export function loggerOf<Log extends AppLogger>({ log }: { readonly log: Log }): Log | undefined {
  return log.level === undefined && log.error === log.fatal ? undefined : log;
}

/**
 * An argument source for Fastify's request, with `ip`, `log` and the decorators of plugins. In a tool
 * call, it is the agent's request. In a job, which has no HTTP request, the call fails.
 *
 * ```ts
 * v1.method('whoAmI', { args: { request: fastifyRequest } }, ({ request }) => request.ip);
 * ```
 */
export const fastifyRequest: ContextSource<FastifyRequest> = contextSource(
  ({ httpRequest }) => requireFastify('fastifyRequest', httpRequest).native,
);

/**
 * An argument source for Fastify's reply, with the decorators of plugins. To set the status, headers
 * and cookies of the response, prefer the source `httpResponse`, which works with every framework.
 */
export const fastifyReply: ContextSource<FastifyReply> = contextSource(
  ({ httpRequest }) => requireFastify('fastifyReply', httpRequest).reply,
);

function requireFastify(source: string, httpRequest: HttpRequest | undefined): FastifyHttpRequest {
  if (httpRequest instanceof FastifyHttpRequest) return httpRequest;
  throw new TypeError(
    httpRequest === undefined
      ? `${source}: a job has no Fastify request. Pass the values that the method needs as params.`
      : `${source}: the request didn't come through @jsonrpc-kit/fastify. Use the source httpRequest instead.`,
  );
}
