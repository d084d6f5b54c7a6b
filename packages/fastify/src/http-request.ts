import { Readable } from 'node:stream';
import { contextSource, type ContextSource } from '@jsonrpc-kit/core';
import type { BodyLimits, HttpBody, MaybePromise } from '@jsonrpc-kit/core/adapter';
import {
  announcedLength,
  NodeHttpRequest,
  parsedBody,
  readStream,
  targetPath,
} from '@jsonrpc-kit/node/adapter';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

/** A request to a Fastify application as an `HttpRequest`. */
export class FastifyHttpRequest extends NodeHttpRequest {
  declare readonly native: FastifyRequest;
  readonly reply: FastifyReply;

  /** @param prefixSegments how many segments the prefix of the plugin has */
  constructor(request: FastifyRequest, reply: FastifyReply, prefixSegments: number) {
    const exchange = { incoming: request.raw, outgoing: reply.raw };
    super(exchange, dropSegments(targetPath(request.raw.url ?? '/'), prefixSegments), request);
    this.reply = reply;
  }

  /** Fastify's logger for the request, whose lines contain its id. */
  get logger(): FastifyBaseLogger | undefined {
    return loggerOf(this.native);
  }

  override readBody(limits: BodyLimits): MaybePromise<HttpBody> {
    const { body, raw } = this.native;
    if (body === undefined || body === raw) return super.readBody(limits);
    // A hook of the application has replaced it.
    return body instanceof Readable
      ? readStream(body, limits)
      : parsedBody(body, limits.maxBytes, announcedLength(raw));
  }
}

/** A request whose `content-type` Fastify has rejected. Its hooks have not run, so no call may run. */
export class UntypedRequest extends FastifyHttpRequest {
  override header(name: string): string | undefined {
    return name === 'content-type' ? undefined : super.header(name);
  }
}

/**
 * Drops the first segments of a path. They are counted, not compared: a prefix may have parameters, and
 * the path isn't decoded.
 */
function dropSegments(path: string, count: number): string {
  let start = 0;
  for (let segment = 0; segment < count; segment += 1) {
    start = path.indexOf('/', start + 1);
    if (start === -1) return '/';
  }
  return path.slice(start);
}

/** The parts of Fastify's logger that the plugin uses; applications may have their own logger type. */
export interface AppLogger {
  /** Logs a failure. */
  error(details: object, message: string): void;
  /** Fastify's own. */
  readonly fatal: unknown;
  /** Fastify's own; undefined if the logger logs nothing. */
  readonly level?: unknown;
}

/**
 * Returns the logger of an application or a request. Undefined for `fastify()` without the option
 * `logger`: its logger has no level and swallows everything, errors too.
 */
export function loggerOf<Log extends AppLogger>({ log }: { readonly log: Log }): Log | undefined {
  return log.level === undefined && log.error === log.fatal ? undefined : log;
}

/** Argument source: Fastify's request, with `ip`, `log` and what plugins decorate it with. */
export const fastifyRequest: ContextSource<FastifyRequest> = contextSource(
  ({ httpRequest }) => requireFastify('fastifyRequest', httpRequest).native,
);

/**
 * Argument source: Fastify's reply, with what plugins decorate it with. To set the status, headers and
 * cookies of the response, prefer the source `httpResponse`, which works in every framework.
 */
export const fastifyReply: ContextSource<FastifyReply> = contextSource(
  ({ httpRequest }) => requireFastify('fastifyReply', httpRequest).reply,
);

function requireFastify(source: string, httpRequest: unknown): FastifyHttpRequest {
  if (httpRequest instanceof FastifyHttpRequest) return httpRequest;
  throw new TypeError(`${source}: the request did not come through @jsonrpc-kit/fastify`);
}
