import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { Api, HttpRequest } from '@jsonrpc-kit/core';
import { TestAnswer, headersOf } from '../client/test-answer.js';
import type { SentRequest, Transport } from './transport.js';

/** Straight into the api, as an adapter would hand a request over, with no framework around it. */
export function apiTransport(api: Api): Transport {
  return {
    send: async (request) => {
      const answer = await adapterApi(api).handle(toHttpRequest(request));
      if (answer === undefined) return notFound(api, request.url);
      const headers = headersOf(answer.headers ?? []);
      if (answer.contentType !== undefined) {
        headers.set('content-type', answer.contentType);
        headers.set('x-content-type-options', 'nosniff');
      }
      const { body = '' } = answer;
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
      void answer.onSent?.();
      return new TestAnswer(answer.status, headers, text);
    },
    close: async () => undefined,
  };
}

/** Keeps a byte order mark: what becomes of it is the core's affair. */
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

function notFound(api: Api, { pathname }: URL): TestAnswer {
  const paths =
    adapterApi(api)
      .mounts.map(({ path }) => path)
      .join(', ') || 'nothing bound to it';
  return new TestAnswer(
    404,
    new Headers(),
    `${pathname} is no path of the Api, which has ${paths}`,
  );
}
