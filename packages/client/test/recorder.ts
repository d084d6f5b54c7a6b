import type { Fetch } from '../src/index.js';
import { app } from './server/app.js';

/** An HTTP request as it was made. */
export interface Recorded {
  readonly url: string;
  readonly verb: string;
  readonly headers: Headers;
  readonly text: string;
  /** The decoded body. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** A `fetch` that keeps what it is asked for. */
export interface Recorder {
  readonly fetch: Fetch;
  readonly requests: readonly Recorded[];
}

/** Asks the bank, without a socket. */
export function recordBank(): Recorder {
  return record((url, init) => app.request(url, init));
}

/** Answers as it is told: by a Response, or by a value whose JSON is one. */
export function recordAnswers(answer: (request: Recorded) => unknown): Recorder {
  return record(async (_url, _init, request) => {
    const given = await answer(request);
    return given instanceof Response ? given : Response.json(given);
  });
}

function record(
  answer: (...asked: [...Parameters<Fetch>, Recorded]) => Response | Promise<Response>,
): Recorder {
  const requests: Recorded[] = [];
  return {
    requests,
    fetch: (url, init) => {
      const { method: verb, headers, body: text, signal } = init;
      const recorded = { url, verb, headers, text, body: JSON.parse(text) as unknown, signal };
      requests.push(recorded);
      return answer(url, init, recorded);
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

/** What is asked for by a request, alone or as a batch. */
export function requestObjects({ body }: Recorded): readonly RequestObject[] {
  return (Array.isArray(body) ? body : [body]) as readonly RequestObject[];
}
