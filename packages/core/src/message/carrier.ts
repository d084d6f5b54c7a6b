import type { HttpRequest } from '../http/http-request.js';
import type { Logger } from '../logging/logger.js';
import type { Cancellation } from './cancellation.js';
import type { ConnectionInfo } from './connection-info.js';
import type { ProgressOutput } from './progress-output.js';
import type { Subscriber } from './subscriber.js';

/**
 * What brought a message: an HTTP request, a connection, a tool call or a job. Everything that the
 * message can read from outside of itself. Parts that only some carriers have are optional.
 */
export interface Carrier {
  /** `'http'` for an HTTP request to the entrypoint. */
  readonly kind: 'http' | 'connection' | 'tool' | 'job';
  /**
   * The HTTP request that the message arrived in, or a snapshot of the request that opened the
   * connection; undefined for a job.
   */
  readonly http: HttpRequest | undefined;
  /** Returns the value of a header by its lower-case name. A job only has the headers of its trace. */
  header(name: string): string | undefined;
  /** Aborts when the client stops waiting for the response. Undefined if that can't happen. */
  readonly signal: AbortSignal | undefined;
  /** The logger for this message, which the api uses unless it has its own. */
  readonly logger?: Logger | undefined;
  /** Messages with the same lane take turns with those of other lanes. Default: the message. */
  readonly lane?: object | undefined;
  /** The connection that the message arrived on. Default: none. */
  readonly connection?: ConnectionInfo | undefined;
  /** The values of dependencies that live as long as the connection. Default: none. */
  readonly dependencyValues?: ReadonlyMap<object, unknown> | undefined;
  /** Counts what may use {@link dependencyValues}: the message, and what it leaves behind. Default: none. */
  readonly valueUses?: { begin(): void; end(): void } | undefined;
  /** Opens subscriptions. Default: none, because nothing can be sent after the response. */
  readonly subscriber?: Subscriber | undefined;
  /** Sends the progress of calls. Default: none, because nothing can be sent before the response. */
  readonly progress?: ProgressOutput | undefined;
  /** Lets clients cancel calls by a message. Default: none. */
  readonly cancellation?: Cancellation | undefined;
}
