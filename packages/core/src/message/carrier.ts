import type { HttpRequest } from '../http/http-request.js';
import type { Calls } from '../jsonrpc/message.js';
import type { RequestId } from '../jsonrpc/request.js';
import type { Logger } from '../logging/logger.js';
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

/** A connection, as handlers and dependencies see it. */
export interface ConnectionInfo {
  /** 128 random bits. */
  readonly id: string;
  /** The address of the client; undefined if the runtime doesn't report it. */
  readonly address: string | undefined;
  /** When the connection was opened. */
  readonly openedAt: Date;
  /**
   * Closes the connection after running calls have ended. Its subscriptions end without a last word.
   *
   * @param code 1000, or 3000 to 4999. Default: 1000.
   * @param reason at most 123 bytes. Default: none.
   */
  close(code?: number, reason?: string): void;
  /**
   * Sets when the credential of the client expires. The subscriptions then end with Unauthorized, and the
   * connection is closed with the code 4401, after running calls have ended. A later call replaces the time of
   * an earlier one.
   *
   * @param time a `Date`, or milliseconds since 1970. A time that has passed takes effect at once, a
   *   later one up to a second late.
   */
  expireAt(time: Date | number): void;
}

/** Identifies the progress of a call. The client chooses it. */
export type ProgressToken = RequestId;

/** Sends the progress of calls to the client that waits for their responses. */
export interface ProgressOutput {
  /** Whether the client reads too slowly for more. */
  isCongested(): boolean;
  /**
   * Sends a report.
   *
   * @param json the reported value as JSON
   */
  send(token: ProgressToken, json: string): void;
}

/** Returns the notification with a report. */
export function encodeProgress(token: ProgressToken, json: string): string {
  const params = `{"token":${JSON.stringify(token)},"value":${json}}`;
  return `{"jsonrpc":"2.0","method":"$/progress","params":${params}}`;
}

/** A running or waiting call. */
export interface CancellableCall {
  /** The id of its request; null for an invalid one. */
  readonly id: RequestId | null;
  /** Fires the signal of the call. */
  cancel(): void;
}

/** Cancels the calls of a connection when the client sends `$/cancelRequest`. */
export interface Cancellation {
  /** Handles an item of a message if it is a cancellation. Returns whether it is one. Never throws. */
  receive(item: unknown): boolean;
  /** Remembers the requests of a message whose calls haven't begun, until the promise is settled. */
  expect(calls: Calls, ended: Promise<unknown>): void;
  /** Whether the client has cancelled a call that begins now. */
  hasCancelled(id: RequestId | null): boolean;
  /** Remembers a call by its id until the promise is settled. */
  track(call: CancellableCall, ended: Promise<unknown>): void;
}
