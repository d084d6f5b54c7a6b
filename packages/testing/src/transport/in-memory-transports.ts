import type { Api, HttpRequest } from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { type HeaderValue, TestResponse, toHeaders } from './test-response.js';
import type { SentRequest, Transport } from './transport.js';

/** An app with `fetch()`, such as a Hono app. */
export interface FetchApp {
  fetch(request: Request): Response | Promise<Response>;
  /** Hono's method for tests. */
  request?(request: Request): Response | Promise<Response>;
}

/** A Fastify instance. Its exact types need Fastify, which only its users have installed. */
export interface InjectApp {
  inject(...args: never[]): unknown;
  ready(...args: never[]): unknown;
}

/** Sends requests directly to an api, like an adapter. */
export function apiTransport(api: Api): Transport {
  return {
    send: async (request) => {
      const response = await adapterApi(api).handle(toHttpRequest(request));
      if (response === undefined) return notFound(api, request.url);
      const headers = toHeaders(response.headers ?? []);
      if (response.contentType !== undefined) {
        headers.set('content-type', response.contentType);
        headers.set('x-content-type-options', 'nosniff');
      }
      const { body = '' } = response;
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
      void response.onSent?.();
      return new TestResponse(response.status, headers, text);
    },
  };
}

/** Keeps a byte order mark, which the core handles. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function toHttpRequest({ verb, url, headers, body }: SentRequest): HttpRequest {
  return {
    verb,
    path: url.pathname,
    header: (name) => headers.get(name) ?? undefined,
    readBody: ({ maxBytes }) => {
      if (body === undefined) return { kind: 'text', text: '' };
      if (body.byteLength > maxBytes) return { kind: 'too-large' };
      try {
        return { kind: 'text', text: decoder.decode(body), byteLength: body.byteLength };
      } catch {
        return { kind: 'not-utf-8' };
      }
    },
    signal: new AbortController().signal,
    native: undefined,
  };
}

function notFound(api: Api, { pathname }: URL): TestResponse {
  const { mounts } = adapterApi(api);
  const paths = mounts.map(({ path }) => path).join(', ') || 'none';
  const text = `The Api has no path ${pathname}. Its paths: ${paths}`;
  return new TestResponse(404, new Headers(), text);
}

/** Sends requests with `app.request()`, or `app.fetch()` if the app has no such method. */
export function fetchTransport(app: FetchApp): Transport {
  return {
    send: async ({ verb, url, headers, body }) => {
      const init = { method: verb, headers, body: (body as Uint8Array<ArrayBuffer>) ?? null };
      const request = new Request(url, init);
      const response = await (app.request?.(request) ?? app.fetch(request));
      return new TestResponse(response.status, response.headers, await response.text());
    },
  };
}

/** The signature of Fastify's `inject()` that is used here. */
interface Inject {
  inject(request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly payload?: Buffer;
  }): PromiseLike<{
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, HeaderValue>>;
    readonly payload: string;
    readonly raw: { readonly req: { emit(event: 'close'): void } };
  }>;
}

/** Sends requests with `app.inject()`, which boots the app if necessary. */
export function injectTransport(injectApp: InjectApp): Transport {
  const app = injectApp as unknown as Inject;
  return {
    send: async ({ verb, url, headers, body }) => {
      const { statusCode, payload, raw, ...response } = await app.inject({
        method: verb,
        url: url.pathname + url.search,
        headers: Object.fromEntries(headers),
        ...(body === undefined ? {} : { payload: Buffer.from(body) }),
      });
      // A real message closes when its response has been sent, which adapters wait for.
      raw.req.emit('close');
      return new TestResponse(statusCode, toHeaders(Object.entries(response.headers)), payload);
    },
  };
}
