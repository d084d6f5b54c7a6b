import type { HttpBody, HttpRequest, MaybePromise } from '@jsonrpc-kit/core/adapter';
import { disconnectSignal, readBody } from '@jsonrpc-kit/node/adapter';
import type { Context } from 'hono';
import { nodeBindings } from './node-bindings.js';
import { readCachedBody } from './read-cached-body.js';
import { readWebBody } from './read-web-body.js';
import { untouchedIncoming } from './untouched-incoming.js';

/** The request as the core sees it; body and signal are there when they are asked for. */
export function toHttpRequest(c: Context, path: string): HttpRequest {
  return new HonoHttpRequest(c, path);
}

export class HonoHttpRequest implements HttpRequest {
  readonly path: string;
  readonly native: Context;
  #signal: AbortSignal | undefined;

  constructor(native: Context, path: string) {
    this.native = native;
    this.path = path;
  }

  get verb(): string {
    return this.native.req.method;
  }

  header(name: string): string | undefined {
    return this.native.req.header(name);
  }

  readBody(maxBytes: number): MaybePromise<HttpBody> {
    const { req } = this.native;
    const cached = readCachedBody(req, maxBytes);
    if (cached !== undefined) return cached;
    const incoming = untouchedIncoming(this.native);
    return incoming === undefined ? readWebBody(req.raw, maxBytes) : readBody(incoming, maxBytes);
  }

  get signal(): AbortSignal {
    return (this.#signal ??= this.#makeSignal());
  }

  #makeSignal(): AbortSignal {
    const node = nodeBindings(this.native);
    return node === undefined
      ? this.native.req.raw.signal
      : disconnectSignal(node.incoming, node.outgoing);
  }
}
