import type { Logger } from '../logging/logger.js';
import type { MaybePromise } from '../async/maybe-promise.js';

/** An HTTP request. Adapters convert the requests of their framework to this interface. */
export interface HttpRequest {
  /** The HTTP method in upper case. */
  readonly verb: string;
  /** The path of the URL relative to the mount point, not decoded and without the query. */
  readonly path: string;
  /** Returns the value of a header by its lower-case name. The framework joins multiple values. */
  header(name: string): string | undefined;
  /** Reads the body within the limits. May be called only once. Never rejects. */
  readBody(limits: BodyLimits): MaybePromise<HttpBody>;
  /**
   * Whether code of the application has read the body and decoded its `content-encoding`. Default:
   * false, so that a body with a `content-encoding` is rejected.
   */
  readonly hasParsedBody?: boolean | undefined;
  /** Aborts when the client disconnects before the response has been sent. Created on first access. */
  readonly signal: AbortSignal;
  /**
   * The address at the other end of the socket: the client's, or that of the last proxy. Undefined without a
   * socket, and on runtimes that don't report it. On a connection, the address that opened it.
   */
  readonly address?: string | undefined;
  /**
   * The framework's own request: Hono's `Context`, the request of Express, Fastify or `node:http`, or the
   * `FetchContext` of a fetch handler. Cast it to read what this interface lacks, such as the query:
   * `(httpRequest.native as express.Request).query`. Undefined on a connection, and
   * if a test client calls the `Api` without a framework.
   */
  readonly native: unknown;
  /** The framework's logger for this request, which the api uses unless it has its own. */
  readonly logger?: Logger | undefined;
}

/** Limits of reading a body. */
export interface BodyLimits {
  /**
   * The maximum size in bytes. A larger body is `'too-large'`, even if its `content-length` is smaller.
   */
  readonly maxBytes: number;
  /** Milliseconds after which an incomplete body is `'timed-out'`. May be `Infinity`. */
  readonly timeout: number;
}

/** The text of a body. */
export interface TextBody {
  /** The body isn't parsed yet. */
  readonly kind: 'text';
  /** The decoded body. */
  readonly text: string;
  /** The size on the wire, for `maxHeldBytes`. Default: the length of the text. */
  readonly byteLength?: number | undefined;
}

/** A body that the application has already parsed. */
export interface ValueBody {
  /** The body is already parsed. */
  readonly kind: 'value';
  /** Any JSON value. */
  readonly value: unknown;
  /** The size on the wire if it is known, for `maxHeldBytes`. */
  readonly byteLength?: number | undefined;
}

/**
 * The result of reading a body. `kind` distinguishes unparsed text from parsed values, which may also
 * be strings. `'aborted'` means that the client disconnected before the body was complete.
 */
export type HttpBody =
  | TextBody
  | ValueBody
  | { readonly kind: 'not-utf-8' }
  | { readonly kind: 'too-large' | 'timed-out' | 'aborted' };

/** A body that was not received completely. */
export type MissingBody = Exclude<HttpBody, { readonly kind: 'text' | 'value' | 'not-utf-8' }>;
