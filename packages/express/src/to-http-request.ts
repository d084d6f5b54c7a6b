import type { BodyLimits, HttpBody, MaybePromise } from '@jsonrpc-kit/core/adapter';
import { NodeHttpRequest, targetPath } from '@jsonrpc-kit/node/adapter';
import type { Request, Response } from 'express';
import { readParsedBody } from './read-parsed-body.js';

/** The request as the core sees it; body and signal are there when they are asked for. */
export function toHttpRequest(request: Request, response: Response): ExpressHttpRequest {
  return new ExpressHttpRequest(request, response);
}

export class ExpressHttpRequest extends NodeHttpRequest {
  declare readonly native: Request;
  readonly response: Response;

  constructor(request: Request, response: Response) {
    // Below its mount a router sees the rest of the path in `url`, as it came.
    const path = targetPath(request.url);
    super({ incoming: request, outgoing: response, path, native: request });
    this.response = response;
  }

  override readBody(limits: BodyLimits): MaybePromise<HttpBody> {
    return readParsedBody(this.native, limits.maxBytes) ?? super.readBody(limits);
  }
}
