import { type HeaderValue, headersOf, TestAnswer } from '../client/test-answer.js';
import type { Transport } from './transport.js';

/**
 * What a Fastify instance has; more than that it has can't be said without Fastify's own types,
 * which only its users have.
 */
export interface InjectApp {
  inject(...args: never[]): unknown;
  ready(...args: never[]): unknown;
}

/** The one of Fastify's signatures of `inject` that is used here. */
interface Inject {
  inject(request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Of bytes only a Buffer is sent as it is. */
    readonly payload?: Buffer;
  }): PromiseLike<{
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, HeaderValue>>;
    readonly payload: string;
    readonly raw: { readonly req: { emit(event: 'close'): void } };
  }>;
}

/** Through `app.inject()`, which boots the app where that has not happened. */
export function injectTransport(injectApp: InjectApp): Transport {
  // Fastify's types of it have so many signatures that none can be named in FastifyApp.
  const app = injectApp as unknown as Inject;
  return {
    send: async ({ verb, url, headers, body }) => {
      const { statusCode, payload, raw, ...answer } = await app.inject({
        method: verb,
        url: url.pathname + url.search,
        headers: Object.fromEntries(headers),
        ...(body === undefined ? {} : { payload: Buffer.from(body) }),
      });
      // A real message closes when its answer has left, which adapters wait for.
      raw.req.emit('close');
      return new TestAnswer(statusCode, headersOf(Object.entries(answer.headers)), payload);
    },
    // The app is its maker's to close.
    close: async () => undefined,
  };
}
