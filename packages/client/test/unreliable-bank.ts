import type { ServerResponse } from 'node:http';
import { listen, receiveRequest } from './listen.js';
import type { RequestObject } from './recorder.js';

/** Where the connection of a request breaks, or how the server responds to it. */
export type Reaction =
  /** Before the server has read the request. */
  | 'break before'
  /** After the server has run the calls. */
  | 'break after'
  /** In the middle of the response. */
  | 'break within'
  /** Never. */
  | 'silent'
  | 'respond'
  | ((response: ServerResponse, calls: readonly KeyedRequest[]) => void);

export interface KeyedRequest extends RequestObject {
  readonly idempotencyKey?: string;
}

/** A server that counts withdrawals, and recognizes those that have run by their keys. */
export interface UnreliableBank {
  readonly url: string;
  /** The calls of each HTTP request. */
  readonly requests: readonly (readonly KeyedRequest[])[];
  /** How often a withdrawal has run. */
  readonly withdrawals: () => number;
  /** When each HTTP request arrived, by `performance.now()`. */
  readonly arrivals: readonly number[];
}

/** Serves a bank that reacts to its requests in this order, and responds to all further ones. */
export async function serveUnreliableBank(
  ...reactions: readonly Reaction[]
): Promise<UnreliableBank> {
  const requests: KeyedRequest[][] = [];
  const arrivals: number[] = [];
  const results = new Map<string, number>();
  let withdrawals = 0;

  const run = ({ id, idempotencyKey }: KeyedRequest): object => {
    const known = idempotencyKey === undefined ? undefined : results.get(idempotencyKey);
    if (known === undefined) withdrawals += 1;
    const result = known ?? withdrawals;
    if (idempotencyKey !== undefined) results.set(idempotencyKey, result);
    return { jsonrpc: '2.0', id, result };
  };
  const url = await listen((request, response) => {
    arrivals.push(performance.now());
    const reaction = reactions[arrivals.length - 1] ?? 'respond';
    if (reaction === 'break before') {
      requests.push([]);
      request.socket.destroy();
      return;
    }
    void receiveRequest(request, response).then(({ body }) => {
      const message = JSON.parse(body) as KeyedRequest | KeyedRequest[];
      const calls = [message].flat();
      requests.push(calls);
      if (reaction === 'silent') return;
      if (typeof reaction === 'function') {
        reaction(response, calls);
        return;
      }
      const all = calls.map(run).filter((_, index) => calls[index]?.id !== undefined);
      const text = JSON.stringify(Array.isArray(message) ? all : all[0]);
      if (reaction === 'break after') response.destroy();
      else if (reaction === 'respond') response.writeHead(all.length > 0 ? 200 : 204).end(text);
      else response.write(text.slice(0, text.length / 2), () => response.destroy());
    });
  });
  return { url, requests, arrivals, withdrawals: () => withdrawals };
}

/** A reaction with an HTTP status and a JSON body or none. */
export function status(
  code: number,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Reaction {
  return (response) => response.writeHead(code, headers).end(body && JSON.stringify(body));
}

/** A reaction with an error response to every call. */
export function errors(code: number, data?: unknown): Reaction {
  return (response, calls) => {
    const all = calls.map(({ id }) => ({
      jsonrpc: '2.0',
      id,
      error: { code, message: 'Failed', data },
    }));
    response.end(JSON.stringify(all.length === 1 ? all[0] : all));
  };
}
