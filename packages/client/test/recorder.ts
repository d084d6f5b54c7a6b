import type { Fetch } from '../src/index.js';
import { app } from './server/app.js';

/** An HTTP request of a client. */
export interface RecordedRequest {
  readonly url: string;
  readonly verb: string;
  readonly headers: Headers;
  readonly text: string;
  /** The decoded body. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** A `fetch` function that records its requests. */
export interface Recorder {
  readonly fetch: Fetch;
  readonly requests: readonly RecordedRequest[];
}

/** Records requests and passes them to the bank in this process. */
export function recordBank(): Recorder {
  return record((url, init) => app.request(url, init));
}

/** Records requests and responds with a `Response`, or with a value to encode as JSON. */
export function recordResponses(respond: (request: RecordedRequest) => unknown): Recorder {
  return record(async (_url, _init, request) => {
    const response = await respond(request);
    return response instanceof Response ? response : Response.json(response);
  });
}

function record(
  respond: (...args: [...Parameters<Fetch>, RecordedRequest]) => Response | Promise<Response>,
): Recorder {
  const requests: RecordedRequest[] = [];
  return {
    requests,
    fetch: (url, init) => {
      const { method: verb, headers, body: text, signal } = init;
      const recorded = { url, verb, headers, text, body: JSON.parse(text) as unknown, signal };
      requests.push(recorded);
      return respond(url, init, recorded);
    },
  };
}

/** A request object as a client sends it. */
export interface RequestObject {
  readonly jsonrpc: '2.0';
  readonly id?: number;
  readonly method: string;
  readonly params?: unknown;
}

/** The request objects in a single request or a batch. */
export function requestObjects({ body }: RecordedRequest): readonly RequestObject[] {
  return (Array.isArray(body) ? body : [body]) as readonly RequestObject[];
}
