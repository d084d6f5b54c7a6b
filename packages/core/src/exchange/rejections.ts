import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import { ReportingLogger } from '../call/reporting-logger.js';
import { encodeThrown } from '../errors/error-object.js';
import { InternalError, InvalidRequest } from '../errors/standard-errors.js';
import type { RequestRejection } from '../http/check-request.js';
import type { MissingBody } from '../http/http-request.js';
import { detailResponse, type HttpResponse, jsonResponse } from '../http/http-response.js';
import { stringifyResponse } from '../jsonrpc/encode-response.js';
import type { Problem } from '../jsonrpc/problem.js';
import type { Carrier } from '../message/carrier.js';

/** Responds to a request that is rejected before its body is read. */
export function rejectRequest(rejection: RequestRejection): HttpResponse {
  if (rejection.status === 405) {
    return detailResponse(405, 'Method Not Allowed', [['allow', 'POST']]);
  }
  const { status, header, msg, type } = rejection;
  return invalidRequestResponse({ loc: ['<header>', header], msg, type }, status);
}

/** Responds to a body that was not received. */
export function rejectBody({ kind }: MissingBody, { settings }: BoundEntrypoint): HttpResponse {
  const { maxBodyBytes, bodyTimeout } = settings.limits;
  if (kind === 'aborted') return detailResponse(400, 'The body is incomplete');
  if (kind === 'timed-out') {
    const timedOut = `The body did not arrive within ${bodyTimeout} ms`;
    return {
      ...invalidRequestResponse({ loc: ['<body>'], msg: timedOut, type: 'body_timeout' }, 408),
      headers: [['connection', 'close']],
    };
  }
  const msg = `The body may contain at most ${maxBodyBytes} bytes`;
  return invalidRequestResponse({ loc: ['<body>'], msg, type: 'body_too_large' }, 413);
}

/**
 * Responds to new requests during a shutdown, so that a client or proxy retries with another process.
 */
export function shuttingDownResponse(): HttpResponse {
  return detailResponse(503, 'Service Unavailable', [
    ['connection', 'close'],
    ['retry-after', '1'],
  ]);
}

/** Logs why an HTTP request failed outside its message, and responds with InternalError. */
export function respondToFailure(
  { logger }: BoundEntrypoint,
  carrier: Carrier,
  err: unknown,
): HttpResponse {
  new ReportingLogger(logger, { carrier }).error({ err }, 'HTTP request failed');
  return jsonResponse(stringifyResponse(encodeThrown(new InternalError(), null)));
}

function invalidRequestResponse(problem: Problem, status = 200): HttpResponse {
  const error = new InvalidRequest({ errors: [problem] });
  return jsonResponse(stringifyResponse(encodeThrown(error, null)), status);
}
