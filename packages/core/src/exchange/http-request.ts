import type { Logger } from '../flow/logger.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import type { BodyLimits, HttpBody } from './http-body.js';

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
