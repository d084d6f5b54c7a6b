import { TestAnswer } from '../client/test-answer.js';
import type { Transport } from './transport.js';

/** What Hono's app has, and other apps of fetch. */
export interface FetchApp {
  fetch(request: Request): Response | Promise<Response>;
  /** Hono's own way in for tests. */
  request?(request: Request): Response | Promise<Response>;
}

/** Through `app.request()`, or `app.fetch()` where there is no such thing. */
export function fetchTransport(app: FetchApp): Transport {
  return {
    send: async ({ verb, url, headers, body }) => {
      // The bytes are the client's own, and shared with no other thread.
      const init = { method: verb, headers, body: (body as Uint8Array<ArrayBuffer>) ?? null };
      const request = new Request(url, init);
      const response = await (app.request?.(request) ?? app.fetch(request));
      return new TestAnswer(response.status, response.headers, await response.text());
    },
    close: async () => undefined,
  };
}
