import type { Logger } from '../logging/logger.js';
import type { MaybePromise } from '../async/maybe-promise.js';

/** An HTTP request as the core sees it; each adapter makes one of its framework's own. */
export interface HttpRequest {
  /** The HTTP method in upper case. */
  readonly verb: string;
  /** The URL's path below the place where the api is mounted, not decoded, without the query. */
  readonly path: string;
  /** A header's value by its lower-case name, several of them joined as the framework does. */
  header(name: string): string | undefined;
  /** Reads the body within the limits, at most once. Never rejects. */
  readBody(limits: BodyLimits): MaybePromise<HttpBody>;
  /** Fires when the client disconnects before it was answered. Made when it is first asked for. */
  readonly signal: AbortSignal;
  /** The framework's own request: Hono's `Context`, Express's or Fastify's request. */
  readonly native: unknown;
  /** The framework's own logger of this request, which is taken where the api was given none. */
  readonly logger?: Logger | undefined;
}

/** How much of a body an adapter reads, and for how long. */
export interface BodyLimits {
  /** The body is `'too-large'` beyond this, whatever its `content-length` says. */
  readonly maxBytes: number;
  /** Milliseconds until a body that hasn't arrived in full is `'timed-out'`; it may be `Infinity`. */
  readonly timeout: number;
}

/** The text of a body. */
export interface TextBody {
  /** It is still to be parsed. */
  readonly kind: 'text';
  /** The body, decoded. */
  readonly text: string;
  /** The length on the wire, for `maxPendingBytes`. Default: the length of the text. */
  readonly byteLength?: number | undefined;
}

/** A body that an application-wide parser in front has parsed. */
export interface ValueBody {
  /** It is parsed already. */
  readonly kind: 'value';
  /** Any JSON value. */
  readonly value: unknown;
  /** The length on the wire where it is known, for `maxPendingBytes`. Default: 0. */
  readonly byteLength?: number | undefined;
}

/** Why there is no body. */
export interface MissingBody {
  /** `'aborted'`: the client went away before the body was complete. */
  readonly kind: 'too-large' | 'timed-out' | 'not-utf-8' | 'aborted';
}

/**
 * What an adapter read of a request's body. The tag says which it is, since `null` and strings are
 * JSON values too.
 */
export type HttpBody = TextBody | ValueBody | MissingBody;
