import * as v from 'valibot';
import { ErrorCode } from '../jsonrpc/response.js';
import type { Problem } from '../jsonrpc/problem.js';
import { type DefinedErrorClass, defineError, defineStandardError } from './define-error.js';

/** The `error.data` of {@link InvalidRequest} and {@link InvalidParams}. */
export interface ProblemsData {
  /** All problems of the call; at most 100, followed by a final entry if there are more. */
  readonly errors?: readonly Problem[] | undefined;
}

type Plain<Code extends number> = DefinedErrorClass<Code, undefined, undefined>;
type WithData<Code extends number, Data> = DefinedErrorClass<Code, Data, Data>;

const ProblemModel: v.GenericSchema<Problem> = v.object({
  loc: v.array(v.union([v.string(), v.number()])),
  msg: v.string(),
  type: v.string(),
  ctx: v.optional(v.record(v.string(), v.unknown())),
});

const ParseErrorBase: Plain<-32700> = defineError({
  code: ErrorCode.ParseError,
  message: 'Parse error',
  description: 'The body of the request is not valid JSON.',
});
/** -32700, Parse error: the body isn't valid JSON (JSON-RPC 2.0, section 5.1). */
export class ParseError extends ParseErrorBase {}

const InvalidRequestBase: WithData<-32600, ProblemsData | undefined> = defineError({
  code: ErrorCode.InvalidRequest,
  message: 'Invalid Request',
  description: 'The request object is invalid, or the batch or the body is too large.',
  errors: ProblemModel,
});
/** -32600, Invalid Request: the request object is invalid, or the batch or body is too large. */
export class InvalidRequest extends InvalidRequestBase {}

const MethodNotFoundBase: Plain<-32601> = defineError({
  code: ErrorCode.MethodNotFound,
  message: 'Method not found',
  description: 'The entrypoint has no such method.',
});
/** -32601, Method not found: the entrypoint has no such method. */
export class MethodNotFound extends MethodNotFoundBase {}

const InvalidParamsBase: WithData<-32602, ProblemsData | undefined> = defineError({
  code: ErrorCode.InvalidParams,
  message: 'Invalid params',
  description: 'A parameter, header or cookie is invalid.',
  errors: ProblemModel,
});
/**
 * -32602, Invalid params: a parameter, header or cookie is invalid. Throw it for problems that a schema
 * can't detect:
 *
 * ```ts
 * throw new InvalidParams({ errors: [{ loc: ['to'], msg: 'No such account', type: 'unknown' }] });
 * ```
 */
export class InvalidParams extends InvalidParamsBase {}

const InternalErrorBase: Plain<-32603> = defineError({
  code: ErrorCode.InternalError,
  message: 'Internal error',
  description: 'The server failed unexpectedly.',
});
/** -32603, Internal error: the response to a call that throws anything but a typed error. */
export class InternalError extends InternalErrorBase {}

const RequestTimeoutBase: Plain<-32002> = defineStandardError('RequestTimeout', {
  code: ErrorCode.RequestTimeout,
  message: 'Request timed out',
  description: 'The call exceeded its time limit.',
});
/** -32002, Request timed out: the call exceeded its timeout. */
export class RequestTimeout extends RequestTimeoutBase {}

/** `error.data` of {@link LimitExceeded}. */
export interface LimitExceededData {
  /** Milliseconds until the rate limit allows another call; undefined for other limits. */
  readonly retryAfterMs?: number | undefined;
}

const LimitExceededBase: WithData<-32005, LimitExceededData | undefined> = defineStandardError(
  'LimitExceeded',
  {
    code: ErrorCode.LimitExceeded,
    message: 'Limit exceeded',
    description: 'The call exceeds a limit of the entrypoint, such as its rate limit.',
    data: v.optional(v.object({ retryAfterMs: v.optional(v.number()) })),
  },
);
/** -32005, Limit exceeded: the call exceeds a limit of its entrypoint, such as the rate limit. */
export class LimitExceeded extends LimitExceededBase {}

/** `error.data` of {@link Conflict}. */
export interface ConflictData {
  /** Milliseconds to wait before the call is sent again. */
  readonly retryAfterMs: number;
}

const ConflictBase: WithData<-32014, ConflictData> = defineStandardError('Conflict', {
  code: ErrorCode.Conflict,
  message: 'Conflict',
  description:
    'The transaction of the call conflicted with other calls in every attempt. Nothing was changed.',
  data: v.object({ retryAfterMs: v.number() }),
  dataRequired: true,
});
/** -32014, Conflict: the transaction of the call conflicted with other calls in every attempt. */
export class Conflict extends ConflictBase {}

/** `error.data` of {@link BatchRolledBack}. */
export interface BatchRolledBackData {
  /** The index, in the batch, of the call that failed. */
  readonly failedIndex: number;
}

const BatchRolledBackBase: WithData<-32015, BatchRolledBackData> = defineStandardError(
  'BatchRolledBack',
  {
    code: ErrorCode.BatchRolledBack,
    message: 'Batch rolled back',
    description: 'Another call of the batch failed, so the call has changed nothing.',
    data: v.object({ failedIndex: v.number() }),
    dataRequired: true,
  },
);
/** -32015, Batch rolled back: another call of a batch that is one transaction failed. */
export class BatchRolledBack extends BatchRolledBackBase {}

/** `error.data` of {@link EventsLost}. */
export interface EventsLostData {
  /** The cursor of the oldest event that the history still contains; null if it is empty. */
  readonly oldest: string | null;
  /** The cursor of the newest event; null if the key has no events. */
  readonly newest: string | null;
}

const EventsLostBase: WithData<-32012, EventsLostData> = defineStandardError('EventsLost', {
  code: ErrorCode.EventsLost,
  message: 'Events lost',
  description: 'The history no longer contains the event after which the client wants to continue.',
  data: v.object({ oldest: v.nullable(v.string()), newest: v.nullable(v.string()) }),
  dataRequired: true,
});
/**
 * -32012, Events lost: the history no longer contains the event after which the client wants to continue.
 * The client has missed events, and should load the current state again.
 */
export class EventsLost extends EventsLostBase {}

const RequestCancelledBase: Plain<-32800> = defineStandardError('RequestCancelled', {
  code: ErrorCode.RequestCancelled,
  message: 'Request cancelled',
  description: 'The client cancelled the call by a message.',
});
/** -32800, Request cancelled: the client cancelled the call with `$/cancelRequest`, or disconnected. */
export class RequestCancelled extends RequestCancelledBase {}
