import { addBrand, hasBrand } from '../brand/brand.js';
import type { ContextSource } from '../di/argument-source.js';
import { contextSource } from '../di/context-sources.js';
import type { BodyLimits, HttpBody, HttpRequest } from '../http/http-request.js';
import { readWebBody } from '../http/request-body.js';
import { addressOf, type PlatformContext } from './platform-context.js';
import type { RequestSignal } from './request-signal.js';

/** The arguments that a platform passes to a fetch handler. */
export interface FetchContext<Env = unknown, Context = unknown> {
  /** The request. The api reads the body, so don't read it. */
  readonly request: Request;
  /**
   * The second of three arguments, such as the bindings of Cloudflare Workers; undefined if there are
   * fewer.
   */
  readonly env: Env;
  /** The last argument, such as Bun's server; undefined if the platform passes only the request. */
  readonly context: Context;
}

/** A request to a fetch handler as an {@link HttpRequest}. */
export class FetchHttpRequest implements HttpRequest {
  static {
    addBrand(this.prototype, 'FetchHttpRequest');
  }

  readonly native: FetchContext;
  readonly path: string;
  readonly #requestSignal: RequestSignal;

  constructor(native: FetchContext, path: string, requestSignal: RequestSignal) {
    this.native = native;
    this.path = path;
    this.#requestSignal = requestSignal;
  }

  get verb(): string {
    return this.native.request.method;
  }

  header(name: string): string | undefined {
    const { headers, url } = this.native.request;
    // Some runtimes name the host only in the URL.
    return headers.get(name) ?? (name === 'host' ? new URL(url).host : undefined);
  }

  get address(): string | undefined {
    const { request, context } = this.native;
    return addressOf(request, context as PlatformContext | undefined);
  }

  readBody(limits: BodyLimits): Promise<HttpBody> {
    return readWebBody(this.native.request, limits);
  }

  get signal(): AbortSignal {
    return this.#requestSignal.of(this.native.request);
  }
}

/**
 * An argument source for the request and the other arguments that the platform passes.
 *
 * ```ts
 * rpc.method('region', { args: { c: fetchContext } }, ({ c }) => c.request.headers.get('cf-ray'));
 * ```
 */
export const fetchContext: ContextSource<FetchContext> = contextSource(({ httpRequest }) => {
  if (httpRequest !== undefined && hasBrand(httpRequest, 'FetchHttpRequest')) {
    return httpRequest.native as FetchContext;
  }
  throw new TypeError(
    "fetchContext: the call didn't come through @jsonrpc-kit/core/fetch. Use the source httpRequest instead.",
  );
});

/**
 * Returns {@link fetchContext} with the types of the arguments that your platform passes.
 *
 * ```ts
 * { args: { c: fetchContextOf<Env, ExecutionContext>() } }
 * ```
 */
export function fetchContextOf<Env, Context = unknown>(): ContextSource<
  FetchContext<Env, Context>
> {
  // Only the author of a method knows on which platform it runs.
  return fetchContext as ContextSource<FetchContext<Env, Context>>;
}
