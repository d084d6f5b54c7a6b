import { ErrorCode } from '@jsonrpc-kit/core';
import { SPAN_STATUS_ERROR, type SpanStatus } from '@sentry/core';
import type { CallFailure } from '../call/call-failure.js';

/** The codes that Sentry has a word for; what an application's own mean, it can't know. */
const WORDS: ReadonlyMap<number | undefined, string> = new Map([
  [ErrorCode.ParseError, 'invalid_argument'],
  [ErrorCode.InvalidRequest, 'invalid_argument'],
  [ErrorCode.InvalidParams, 'invalid_argument'],
  [ErrorCode.MethodNotFound, 'unimplemented'],
  [ErrorCode.InternalError, 'internal_error'],
  [ErrorCode.RequestTimeout, 'deadline_exceeded'],
  [ErrorCode.LimitExceeded, 'resource_exhausted'],
]);

/** The status of the span of a failed call: every error of JSON-RPC is one of the span. */
export function spanStatus({ code }: CallFailure): SpanStatus {
  return { code: SPAN_STATUS_ERROR, message: WORDS.get(code) ?? 'unknown_error' };
}
