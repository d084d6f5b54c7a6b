import { contextSource } from '@jsonrpc-kit/core';
import type { BodyLimits, HttpBody, HttpRequest } from '@jsonrpc-kit/core/adapter';
import {
  addressOf,
  decodeBuffer,
  readWebBody,
  type RequestSignal,
} from '@jsonrpc-kit/core/internal';
import type { ContextSource } from '@jsonrpc-kit/core/types';
import { disconnectSignal, type NodeExchange, readBody } from '@jsonrpc-kit/node/adapter';
import type { Context, Env } from 'hono';

/** Represents a request to a Hono app as an {@link HttpRequest}. */
export class HonoHttpRequest implements HttpRequest {
  readonly native: Context;
  readonly path: string;
  readonly #node: NodeExchange | undefined;
  readonly #requestSignal: RequestSignal;
  #signal: AbortSignal | undefined;

  /** @param requestSignal provides the signal on runtimes other than Node */
  constructor(native: Context, path: string, requestSignal: RequestSignal) {
    this.native = native;
    this.path = path;
    this.#node = nodeExchange(native);
    this.#requestSignal = requestSignal;
  }

  get verb(): string {
    return this.native.req.method;
  }

  header(name: string): string | undefined {
    const { req } = this.native;
    // On some fetch runtimes, only the URL contains the host.
    return req.header(name) ?? (name === 'host' ? new URL(req.url).host : undefined);
  }

  /** Bun and Deno report it by what they pass to Hono as the environment. */
  get address(): string | undefined {
    const { req, env } = this.native;
    return this.#node === undefined
      ? addressOf(req.raw, env as Parameters<typeof addressOf>[1])
      : this.#node.incoming.socket.remoteAddress;
  }

  /**
   * Reads the body from Node's message if no other code reads it, which takes a sixth of the time of
   * reading the stream of the request. Never rejects.
   */
  async readBody(limits: BodyLimits): Promise<HttpBody> {
    const { req } = this.native;
    // Middleware has read the body with a method of the context, such as `c.req.json()`, which caches
    // the body.
    if (Object.keys(req.bodyCache).length > 0) return decodeBuffer(req.arrayBuffer(), limits);
    const incoming = this.#node?.incoming;
    if (incoming === undefined || !isFromNodeServer(req.raw)) return readWebBody(req.raw, limits);
    // In the next microtask, a stream that other code has opened on the message, such as a clone, reads
    // it.
    await Promise.resolve();
    return incoming.readableFlowing === null
      ? readBody(incoming, limits)
      : readWebBody(req.raw, limits);
  }

  get signal(): AbortSignal {
    if (this.#node === undefined) return this.#requestSignal.of(this.native.req.raw);
    return (this.#signal ??= disconnectSignal(this.#node));
  }
}

/** Returns the request and response of `node:http`; undefined on other runtimes. */
export function nodeExchange({ env }: Context): NodeExchange | undefined {
  // `@hono/node-server` passes them as bindings; other runtimes pass anything, or nothing.
  const { incoming, outgoing } = (env ?? {}) as Partial<NodeExchange>;
  return typeof incoming?.rawHeaders === 'object' && typeof outgoing?.writeHead === 'function'
    ? { incoming, outgoing }
    : undefined;
}

/**
 * Returns the `host` header, from which the server has built the URL. On Node, reads it from the
 * message, because Hono would create `Headers`.
 */
export function hostOf(c: Context): string | undefined {
  const node = nodeExchange(c);
  return node === undefined ? c.req.header('host') : node.incoming.headers.host;
}

/**
 * Whether `@hono/node-server` has created the request, which it does without calling the constructor.
 * If middleware replaces the request, it calls the constructor.
 */
function isFromNodeServer(request: Request): boolean {
  return Object.getPrototypeOf(request) !== request.constructor.prototype;
}

/**
 * An argument source for Hono's `Context`, with the variables and bindings that middleware has set. Use
 * {@link honoContextOf} for a typed context. In a tool call, it is the context of the agent's request.
 * In a job, which has no HTTP request, the call fails.
 *
 * ```ts
 * v1.method('region', { args: { c: honoContext } }, ({ c }) => c.req.header('cf-ray') ?? null);
 * ```
 */
export const honoContext: ContextSource<Context> = contextSource(({ httpRequest }) => {
  if (httpRequest instanceof HonoHttpRequest) return httpRequest.native;
  throw new TypeError(
    httpRequest === undefined
      ? 'honoContext: a job has no Hono context. Pass the values that the method needs as params.'
      : "honoContext: the request didn't come through @jsonrpc-kit/hono. Use the source httpRequest instead.",
  );
});

/**
 * Returns {@link honoContext} with the types of the variables and bindings of your application.
 *
 * ```ts
 * { args: { c: honoContextOf<AppEnv>() } }
 * ```
 */
export function honoContextOf<AppEnv extends Env>(): ContextSource<Context<AppEnv>> {
  // Only the author of a method knows in which application it is mounted.
  return honoContext as ContextSource<Context<AppEnv>>;
}
