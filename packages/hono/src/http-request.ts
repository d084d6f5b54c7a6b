import { contextSource, type ContextSource } from '@jsonrpc-kit/core';
import type { BodyLimits, HttpBody, HttpRequest } from '@jsonrpc-kit/core/adapter';
import {
  decodeBody,
  disconnectSignal,
  type NodeExchange,
  readBody,
} from '@jsonrpc-kit/node/adapter';
import type { Context, Env, HonoRequest } from 'hono';

const TOO_LARGE: HttpBody = { kind: 'too-large' };
const TIMED_OUT: HttpBody = { kind: 'timed-out' };
const ABORTED: HttpBody = { kind: 'aborted' };

/** A request to a Hono app as an {@link HttpRequest}. */
export class HonoHttpRequest implements HttpRequest {
  readonly native: Context;
  readonly path: string;
  readonly #node: NodeExchange | undefined;
  #signal: AbortSignal | undefined;

  constructor(native: Context, path: string) {
    this.native = native;
    this.path = path;
    this.#node = nodeExchange(native);
  }

  get verb(): string {
    return this.native.req.method;
  }

  header(name: string): string | undefined {
    const { req } = this.native;
    // Fetch runtimes may name the host only in the URL.
    return req.header(name) ?? (name === 'host' ? new URL(req.url).host : undefined);
  }

  /**
   * Reads the body from Node's message if nothing else reads it, which takes a sixth of the time of the
   * request's stream. Never rejects.
   */
  async readBody(limits: BodyLimits): Promise<HttpBody> {
    const { req } = this.native;
    if (Object.keys(req.bodyCache).length > 0) return readBuffered(req, limits);
    const incoming = this.#node?.incoming;
    if (incoming === undefined || !isOfServer(req.raw)) return readWebStream(req.raw, limits);
    // By then a stream that other code has opened on the message, such as that of a clone, reads it.
    await Promise.resolve();
    return incoming.readableFlowing === null
      ? readBody(incoming, limits)
      : readWebStream(req.raw, limits);
  }

  get signal(): AbortSignal {
    return (this.#signal ??=
      this.#node === undefined ? this.native.req.raw.signal : disconnectSignal(this.#node));
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
 * Whether a request is the one that `@hono/node-server` creates around Node's message, without calling
 * the constructor. Middleware that replaces the request constructs another one.
 */
function isOfServer(request: Request): boolean {
  return Object.getPrototypeOf(request) !== request.constructor.prototype;
}

/** Reads a body that middleware has read through the context (`c.req.json()`), which keeps it. */
function readBuffered(req: HonoRequest, { maxBytes, timeout }: BodyLimits): Promise<HttpBody> {
  const reading = req
    .arrayBuffer()
    .then((bytes) => (bytes.byteLength > maxBytes ? TOO_LARGE : decodeBody(new Uint8Array(bytes))));
  return readWithin(timeout, reading);
}

/** Reads a request's stream and counts its bytes. Never rejects. */
async function readWebStream(
  request: Request,
  { maxBytes, timeout }: BodyLimits,
): Promise<HttpBody> {
  if (Number(request.headers.get('content-length')) > maxBytes) return TOO_LARGE;
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  try {
    reader = request.body?.getReader();
  } catch {
    // Other code reads the stream.
    return ABORTED;
  }
  if (reader === undefined) return decodeBody(new Uint8Array());
  const body = await readWithin(timeout, readChunks(reader, maxBytes));
  // Stops the stream of a body that isn't read to its end.
  if (body === TOO_LARGE || body === TIMED_OUT) reader.cancel().catch(() => undefined);
  return body;
}

async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): Promise<HttpBody> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return decodeBody(new Uint8Array(await new Blob(chunks).arrayBuffer()));
    length += value.length;
    if (length > maxBytes) return TOO_LARGE;
    chunks.push(value);
  }
}

/**
 * Returns the body, `'timed-out'` if it takes longer than `timeout` milliseconds, or `'aborted'` if
 * reading it fails because the client went away or other code reads it.
 */
async function readWithin(timeout: number, body: Promise<HttpBody>): Promise<HttpBody> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<HttpBody>((resolve) => {
    if (timeout !== Infinity) timer = setTimeout(resolve, timeout, TIMED_OUT);
  });
  try {
    return await Promise.race([body, timedOut]);
  } catch {
    return ABORTED;
  } finally {
    clearTimeout(timer);
  }
}

/** Argument source: Hono's `Context`, with the variables and bindings that middleware set. */
export const honoContext: ContextSource<Context> = contextSource(({ httpRequest }) => {
  if (httpRequest instanceof HonoHttpRequest) return httpRequest.native;
  throw new TypeError('honoContext: the request did not come through @jsonrpc-kit/hono');
});

/**
 * Returns {@link honoContext}, typed with the variables and bindings of your application.
 *
 * ```ts
 * { args: { c: honoContextOf<AppEnv>() } }
 * ```
 */
export function honoContextOf<AppEnv extends Env>(): ContextSource<Context<AppEnv>> {
  // Only the author of a method knows in which application it is mounted.
  return honoContext as ContextSource<Context<AppEnv>>;
}
