import { contextSource } from '@jsonrpc-kit/core';
import type { ContextSource } from '@jsonrpc-kit/core/types';
import type { HttpRequest } from '@jsonrpc-kit/core/adapter';
import { NodeHttpRequest, targetPath } from '@jsonrpc-kit/node/adapter';
import type { Request, Response } from 'express';

/** Represents a request to an Express application as an `HttpRequest`. */
export class ExpressHttpRequest extends NodeHttpRequest {
  declare readonly native: Request;
  readonly response: Response;

  constructor(request: Request, response: Response) {
    // In a mounted router, `url` is the path below the mount point, not decoded.
    super({ incoming: request, outgoing: response }, targetPath(request.url), request);
    this.response = response;
  }
}

/**
 * An argument source for Express's request, with `ip`, `originalUrl` and everything that middleware has
 * added. In a tool call, it is the agent's request. In a job, which has no HTTP request, the call fails.
 *
 * ```ts
 * v1.method('whoAmI', { args: { request: expressRequest } }, ({ request }) => request.ip ?? null);
 * ```
 */
export const expressRequest: ContextSource<Request> = contextSource(
  ({ httpRequest }) => requireExpress('expressRequest', httpRequest).native,
);

/**
 * An argument source for Express's response, with its `locals`. To set the status, headers and cookies
 * of the response, prefer the source `httpResponse`, which works with every framework.
 */
export const expressResponse: ContextSource<Response> = contextSource(
  ({ httpRequest }) => requireExpress('expressResponse', httpRequest).response,
);

function requireExpress(source: string, httpRequest: HttpRequest | undefined): ExpressHttpRequest {
  if (httpRequest instanceof ExpressHttpRequest) return httpRequest;
  throw new TypeError(
    httpRequest === undefined
      ? `${source}: a job has no Express request. Pass the values that the method needs as params.`
      : `${source}: the request didn't come through @jsonrpc-kit/express. Use the source httpRequest instead.`,
  );
}
