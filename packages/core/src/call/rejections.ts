import {
  InternalError,
  InvalidRequest,
  LimitExceeded,
  ParseError,
} from '../errors/standard-errors.js';
import type { RequestRejection } from '../http/check-request.js';
import { detailResponse, type HttpResponse, jsonResponse } from '../http/http-response.js';
import { encodeError, stringifyResponse } from '../jsonrpc/encode-response.js';
import type { Problem } from '../jsonrpc/problem.js';
import type { Endpoint } from './endpoint.js';

/** Responds to a request that is rejected before its body is read. */
export function rejectRequest(rejection: RequestRejection): HttpResponse {
  if (rejection.status === 405) {
    return detailResponse(405, 'Method Not Allowed', [['allow', 'POST']]);
  }
  const { status, header, msg, type } = rejection;
  return invalidRequestResponse({ loc: ['<header>', header], msg, type }, status);
}

/** Responds to a body that could not be read. */
export function rejectBody(
  kind: 'too-large' | 'timed-out' | 'not-utf-8' | 'aborted',
  { settings: { maxBodyBytes, bodyTimeout } }: Endpoint,
): HttpResponse {
  if (kind === 'not-utf-8') return parseErrorResponse();
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

/** Responds to a request whose body would exceed `maxPendingBytes`. */
export function overloadedResponse(): HttpResponse {
  const { error } = new LimitExceeded().getResponse();
  return {
    ...jsonResponse(stringifyResponse(encodeError(null, error)), 503),
    headers: [['retry-after', '1']],
  };
}

/** Responds to an HTTP request that failed as a whole. */
export function internalErrorResponse(): HttpResponse {
  return jsonResponse(
    stringifyResponse(encodeError(null, new InternalError().getResponse().error)),
  );
}

export function parseErrorResponse(): HttpResponse {
  return jsonResponse(stringifyResponse(encodeError(null, new ParseError().getResponse().error)));
}

export function invalidRequestResponse(problem: Problem, status = 200): HttpResponse {
  const error = new InvalidRequest({ errors: [problem] });
  return jsonResponse(stringifyResponse(encodeError(null, error.getResponse().error)), status);
}
