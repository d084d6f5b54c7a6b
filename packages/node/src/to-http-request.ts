import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyLimits, HttpBody, HttpRequest, MaybePromise } from '@jsonrpc-kit/core/adapter';
import { disconnectSignal } from './disconnect-signal.js';
import { headerValue } from './header-value.js';
import { readBody } from './read-body.js';

/** A request on `node:http` with the place for its response. */
export interface NodeExchange {
  /** The request of `node:http`. */
  readonly incoming: IncomingMessage;
  /** Its response, for the signal of a disconnect. */
  readonly outgoing: ServerResponse;
  /** The path below the place where the api is mounted, not decoded, without the query. */
  readonly path: string;
  /** The framework's own request. */
  readonly native: unknown;
}

/** The request as the core sees it; body and signal are there when they are asked for. */
export function toHttpRequest(exchange: NodeExchange): HttpRequest {
  return new NodeHttpRequest(exchange);
}

/** For adapters to extend whose framework may have read the body before. */
export class NodeHttpRequest implements HttpRequest {
  /** As the exchange has it. */
  readonly path: string;
  /** As the exchange has it. */
  readonly native: unknown;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor({ incoming, outgoing, path, native }: NodeExchange) {
    this.path = path;
    this.native = native;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  /** The HTTP method in upper case. */
  get verb(): string {
    // Node knows no other methods than those of its parser, all in upper case.
    return this.#incoming.method ?? 'GET';
  }

  /** A header's value by its lower-case name. */
  header(name: string): string | undefined {
    return headerValue(this.#incoming, name);
  }

  /** Reads the body from the incoming message, at most once. */
  readBody(limits: BodyLimits): MaybePromise<HttpBody> {
    return readBody(this.#incoming, limits);
  }

  /** Fires when the client disconnects before it was answered. */
  get signal(): AbortSignal {
    return (this.#signal ??= disconnectSignal(this.#incoming, this.#outgoing));
  }
}
