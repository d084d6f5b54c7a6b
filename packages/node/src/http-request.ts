import type { IncomingMessage } from 'node:http';
import type { BodyLimits, HttpBody, HttpRequest } from '@jsonrpc-kit/core/adapter';
import type { MaybePromise } from '@jsonrpc-kit/core/types';
import { disconnectSignal, type NodeExchange } from './on-finished.js';
import { hasParsedBody, storedBody } from './parsed-body.js';
import { readBody } from './read-body.js';

/**
 * Represents a request of `node:http` as an {@link HttpRequest}. Adapters for frameworks extend the
 * class.
 */
export class NodeHttpRequest implements HttpRequest {
  /** The path below the prefix at which the api is mounted, not decoded, without the query. */
  readonly path: string;
  /** The framework's own request. */
  readonly native: unknown;
  readonly #exchange: NodeExchange;
  #signal: AbortSignal | undefined;

  constructor(exchange: NodeExchange, path: string, native: unknown = exchange.incoming) {
    this.path = path;
    this.native = native;
    this.#exchange = exchange;
  }

  /** The HTTP method in upper case. */
  get verb(): string {
    // Node's parsers reject lower-case methods.
    return this.#exchange.incoming.method ?? 'GET';
  }

  /** Returns a header's value by its lower-case name. */
  header(name: string): string | undefined {
    return headerValue(this.#exchange.incoming, name);
  }

  /** The address at the other end of the socket. */
  get address(): string | undefined {
    return this.#exchange.incoming.socket.remoteAddress;
  }

  /** Whether a parser of the application, such as `body-parser`, has read and decoded the body. */
  get hasParsedBody(): boolean {
    return hasParsedBody(this.#exchange.incoming);
  }

  /** Reads the body from the incoming message, at most once, or from the parser that has read it. */
  readBody(limits: BodyLimits): MaybePromise<HttpBody> {
    const { incoming } = this.#exchange;
    return hasParsedBody(incoming)
      ? storedBody(incoming, limits.maxBytes)
      : readBody(incoming, limits);
  }

  /** Fires when the client disconnects before the response has been sent. Created on first access. */
  get signal(): AbortSignal {
    return (this.#signal ??= disconnectSignal(this.#exchange));
  }
}

const ABSOLUTE_FORM = /^[a-z][a-z\d+.-]*:\/\/[^/?]*([^?]*)/i;

/**
 * Returns the path of a request target, not decoded, without the query. The target may be a whole URL,
 * which clients send to proxies, and which servers must accept too (RFC 9112, section 3.2.2).
 */
export function targetPath(target: string): string {
  if (!target.startsWith('/')) {
    const path = ABSOLUTE_FORM.exec(target)?.[1];
    return path === '' ? '/' : (path ?? target);
  }
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}

/** If a client repeats one of these headers, Node keeps the first value and drops the others. */
const KEPT_ONCE = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/**
 * Returns a header by its lower-case name. Joins the values of a repeated header, as the `Headers` of
 * fetch runtimes do. The api therefore rejects a second `content-type` or `authorization`, which a
 * proxy may have checked instead of the first one.
 */
export function headerValue(incoming: IncomingMessage, name: string): string | undefined {
  // Node collects headers in a plain object, which inherits `constructor` and can't hold `__proto__`.
  if (name in Object.prototype) return joinRepeated(incoming.rawHeaders, name);
  // In HTTP/2, a pseudo-header contains the host, and takes precedence (RFC 9113, section 8.3.1).
  const authority = name === 'host' ? incoming.headers[':authority'] : undefined;
  const value = authority ?? incoming.headers[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return value.join(', ');
  return KEPT_ONCE.has(name) && authority === undefined
    ? joinRepeated(incoming.rawHeaders, name)
    : value;
}

/** Returns the values of a header by its lower-case name, joined. */
export function joinRepeated(
  rawHeaders: readonly string[],
  name: string,
  separator = ', ',
): string | undefined {
  let joined: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index];
    if (rawName?.length !== name.length) continue;
    if (rawName !== name && rawName.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? '';
    joined = joined === undefined ? value : `${joined}${separator}${value}`;
  }
  return joined;
}
