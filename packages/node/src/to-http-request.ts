import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBody, HttpRequest, MaybePromise } from '@jsonrpc-kit/core/adapter';
import { disconnectSignal } from './disconnect-signal.js';
import { headerValue } from './header-value.js';
import { readBody } from './read-body.js';

/** A request on `node:http` with the place for its response. */
export interface NodeExchange {
  readonly incoming: IncomingMessage;
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
  readonly path: string;
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

  get verb(): string {
    // Node knows no other methods than those of its parser, all in upper case.
    return this.#incoming.method ?? 'GET';
  }

  header(name: string): string | undefined {
    return headerValue(this.#incoming, name);
  }

  readBody(maxBytes: number): MaybePromise<HttpBody> {
    return readBody(this.#incoming, maxBytes);
  }

  get signal(): AbortSignal {
    return (this.#signal ??= disconnectSignal(this.#incoming, this.#outgoing));
  }
}
