import type { BodyLimits, HttpBody, HttpRequest, MaybePromise } from '@jsonrpc-kit/core/adapter';
import { disconnectSignal, headerValue, readBody } from '@jsonrpc-kit/node/adapter';
import type { Context } from 'hono';
import { nodeBindings } from './node-bindings.js';
import { readCachedBody } from './read-cached-body.js';
import { readWebBody } from './read-web-body.js';
import { type UntouchedMessage, untouchedMessage } from './untouched-message.js';

/** The request as the core sees it; body and signal are there when they are asked for. */
export function toHttpRequest(c: Context, path: string): HttpRequest {
  return new HonoHttpRequest(c, path);
}

export class HonoHttpRequest implements HttpRequest {
  readonly path: string;
  readonly native: Context;
  readonly #untouched: UntouchedMessage;
  #signal: AbortSignal | undefined;

  constructor(native: Context, path: string) {
    this.native = native;
    this.path = path;
    this.#untouched = untouchedMessage(native);
  }

  get verb(): string {
    return this.native.req.method;
  }

  header(name: string): string | undefined {
    const { headers } = this.#untouched;
    if (headers !== undefined) return headerValue(headers, name);
    const { req } = this.native;
    // A fetch runtime may name the host in the URL only.
    return req.header(name) ?? (name === 'host' ? new URL(req.url).host : undefined);
  }

  readBody(limits: BodyLimits): MaybePromise<HttpBody> {
    const { req } = this.native;
    const { body } = this.#untouched;
    const cached = readCachedBody(req, limits);
    if (cached !== undefined) return cached;
    return body === undefined ? readWebBody(req.raw, limits) : readBody(body, limits);
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
