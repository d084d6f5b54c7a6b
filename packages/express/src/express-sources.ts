import { contextSource, type ContextSource } from '@jsonrpc-kit/core';
import type { Request, Response } from 'express';
import { ExpressHttpRequest } from './to-http-request.js';

/** Express's own request: `ip`, `originalUrl`, and whatever else middleware left there. */
export const expressRequest: ContextSource<Request> = contextSource(
  ({ httpRequest }) => exchangeOf('expressRequest', httpRequest).native,
);

/**
 * Express's own response, with its `locals`. Status, headers and cookies of the answer are better
 * set by the source `httpResponse`, which is the same in every framework.
 */
export const expressResponse: ContextSource<Response> = contextSource(
  ({ httpRequest }) => exchangeOf('expressResponse', httpRequest).response,
);

function exchangeOf(source: string, httpRequest: unknown): ExpressHttpRequest {
  if (httpRequest instanceof ExpressHttpRequest) return httpRequest;
  throw new TypeError(`${source}: the request did not come through @jsonrpc-kit/express`);
}
