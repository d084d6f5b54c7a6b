import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { HttpError } from '../errors/http-error.js';
import type { HttpBody, MissingBody } from '../http/http-request.js';
import type { HttpResponse } from '../http/http-response.js';
import type { ExchangeResponseHead } from '../http/http-response-head.js';
import type { EncodedError, EncodedResponse } from '../jsonrpc/encode-response.js';
import type { MemoryReservation } from '../memory/held-memory.js';
import type { Carrier } from '../message/carrier.js';

/** A message as it arrives at an entrypoint, not parsed yet. */
export interface IncomingMessage {
  /** What brought the message. */
  readonly carrier: Carrier;
  /** The JSON text, or the value that was parsed from it. Text that isn't UTF-8 is never JSON. */
  readonly body: MessageBody;
  /**
   * The only method that the message may call. It may then omit `method`, and must not be a batch.
   * Default: any method.
   */
  readonly pathMethod?: string | undefined;
  /** Replace dependencies, in addition to the overrides of the api. Default: none. */
  readonly overrides?: DependencyOverrides | undefined;
  /** The memory that the carrier has reserved for the message. Default: the message reserves it. */
  readonly reservation?: MemoryReservation | undefined;
  /** The route of the HTTP request, for traces. Default: the path of the entrypoint. */
  readonly route?: string | undefined;
}

/** The JSON of a message, parsed or not, or text that can't be decoded. */
export type MessageBody = Exclude<HttpBody, MissingBody>;

/** The outcome of a call; undefined for a notification, and if an `HttpError` ended the message. */
export type CallOutcome = EncodedResponse | undefined;
export const NO_RESPONSE: undefined = undefined;

/** What a message leaves behind in addition to the outcomes of its calls. */
export interface Effects {
  /** The status, headers and cookies for an HTTP response; undefined if no call has accessed them. */
  readonly head?: ExchangeResponseHead | undefined;
  /**
   * What a rate limit, or the queue of a notification, changes in the HTTP response: the status, unless it
   * is undefined, and headers to add.
   */
  readonly http?:
    | { readonly status: number | undefined; readonly headers: HttpResponse['headers'] }
    | undefined;
  /**
   * Starts teardowns and background tasks. The carrier calls it once, when the response has been sent,
   * or can't be sent any more. Undefined if there is no work to wait for.
   */
  readonly afterResponse?: (() => Promise<void>) | undefined;
}

export type HttpEffects = NonNullable<Effects['http']>;

/** The outcome of a message. */
export type MessageOutcome = AnsweredMessage | EndedMessage | RejectedMessage;

/** The calls of a message have outcomes. */
export interface AnsweredMessage {
  /** Each call has an outcome. */
  readonly kind: 'answered';
  /**
   * The outcome of a single call, or those of a batch in request order; undefined for a notification.
   */
  readonly outcomes: EncodedResponse | undefined | readonly (EncodedResponse | undefined)[];
  /** What the message leaves behind. */
  readonly effects: Effects;
}

export type CallOutcomes = AnsweredMessage['outcomes'];

/** An `HttpError` replaces the responses to all calls. */
export interface EndedMessage {
  /** An `HttpError` has ended the message. */
  readonly kind: 'ended';
  /** The error that a call or dependency has thrown. */
  readonly error: HttpError;
  /** What the message leaves behind. */
  readonly effects: Effects;
}

/** The message was rejected as a whole. */
export interface RejectedMessage {
  /** No call has an outcome. */
  readonly kind: 'rejected';
  /** Why no call of the message has run, or why the message has failed as a whole. */
  readonly reason:
    | 'shutting-down'
    | 'overloaded'
    | 'too-large'
    | 'not-json'
    | 'not-calls'
    | 'failed';
  /** The only response. Its id is `null`. */
  readonly response: EncodedError;
  /** What the message leaves behind. */
  readonly effects: Effects;
}
