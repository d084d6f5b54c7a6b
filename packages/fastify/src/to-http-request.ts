import { Readable } from 'node:stream';
import type { BodyLimits, HttpBody, MaybePromise } from '@jsonrpc-kit/core/adapter';
import {
  announcedLength,
  NodeHttpRequest,
  parsedBody,
  readStream,
  targetPath,
} from '@jsonrpc-kit/node/adapter';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { loggerOf } from './logger-of.js';
import { pathBelow } from './path-below.js';

/** The request as the core sees it; body and signal are there when they are asked for. */
export function toHttpRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  depth: number,
): FastifyHttpRequest {
  return new FastifyHttpRequest(request, reply, depth);
}

/** A request whose `content-type` Fastify has refused: it must be refused, the hooks have not run. */
export function toUntypedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  depth: number,
): FastifyHttpRequest {
  return new UntypedRequest(request, reply, depth);
}

export class FastifyHttpRequest extends NodeHttpRequest {
  declare readonly native: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply, depth: number) {
    const path = pathBelow(targetPath(request.raw.url ?? '/'), depth);
    super({ incoming: request.raw, outgoing: reply.raw, path, native: request });
    this.reply = reply;
  }

  /** With the id of the request, as Fastify's own lines have it. */
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

class UntypedRequest extends FastifyHttpRequest {
  override header(name: string): string | undefined {
    return name === 'content-type' ? undefined : super.header(name);
  }
}
