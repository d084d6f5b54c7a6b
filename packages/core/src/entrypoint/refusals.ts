import {
  InternalError,
  InvalidRequest,
  LimitExceeded,
  ParseError,
} from '../errors/standard-errors.js';
import type { Refusal } from '../exchange/check-request.js';
import { detailAnswer, type HttpAnswer, jsonAnswer } from '../exchange/http-answer.js';
import { encodeError, textOfResponse } from '../protocol/encode-response.js';
import type { EntrypointSettings } from './entrypoint-options.js';
import type { Problem } from '../protocol/problem.js';

/** The answers to requests that are refused before any call begins. */
export function refuseRequest(refusal: Refusal): HttpAnswer {
  if (refusal.status === 405) {
    return detailAnswer(405, 'Method Not Allowed', [['allow', 'POST']]);
  }
  const { status, header, msg, type } = refusal;
  return invalidRequest({ loc: ['<header>', header], msg, type }, status);
}

export function bodyRefusal(
  kind: 'too-large' | 'timed-out' | 'not-utf-8' | 'aborted',
  { maxBodyBytes, bodyTimeout }: Pick<EntrypointSettings, 'maxBodyBytes' | 'bodyTimeout'>,
): HttpAnswer {
  if (kind === 'not-utf-8') return parseError();
  if (kind === 'aborted') return detailAnswer(400, 'The body is not complete');
  if (kind === 'timed-out') {
    const timedOut = `The body did not arrive within ${bodyTimeout} ms`;
    return {
      ...invalidRequest({ loc: ['<body>'], msg: timedOut, type: 'body_timeout' }, 408),
      headers: [['connection', 'close']],
    };
  }
  const msg = `The body may hold at most ${maxBodyBytes} bytes`;
  return invalidRequest({ loc: ['<body>'], msg, type: 'body_too_large' }, 413);
}

/** For new requests during a shutdown; another process may take them. */
export function shuttingDown(): HttpAnswer {
  return detailAnswer(503, 'Service Unavailable', [
    ['connection', 'close'],
    ['retry-after', '1'],
  ]);
}

/** For requests whose bodies the api has no room to hold. */
export function overloaded(): HttpAnswer {
  const { error } = new LimitExceeded().getResponse();
  return {
    ...jsonAnswer(textOfResponse(encodeError(null, error)), 503),
    headers: [['retry-after', '1']],
  };
}

/** For an HTTP request that failed as a whole. */
export function internalError(): HttpAnswer {
  return jsonAnswer(textOfResponse(encodeError(null, new InternalError().getResponse().error)));
}

export function parseError(): HttpAnswer {
  return jsonAnswer(textOfResponse(encodeError(null, new ParseError().getResponse().error)));
}

export function invalidRequest(problem: Problem, status = 200): HttpAnswer {
  const error = new InvalidRequest({ errors: [problem] });
  return jsonAnswer(textOfResponse(encodeError(null, error.getResponse().error)), status);
}
