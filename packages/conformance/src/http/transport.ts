import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Connection, type Conversation, type ConnectionRequest } from './connection.js';
import { type ReceivedResponse, receivedResponse } from './received-response.js';
import { appendPath, type HeaderList, type SentRequest } from './sent-request.js';

/** A server as a function that responds like `fetch`. */
export type FetchFunction = (request: Request) => Response | Promise<Response>;

/** Sends requests to the audited server. */
export interface Transport {
  /** The name of the server in reports. */
  readonly name: string;
  send(request: SentRequest, signal: AbortSignal): Promise<ReceivedResponse>;
  /** Sends requests over one connection; undefined if there are no connections. */
  converse?(requests: readonly ConnectionRequest[], signal: AbortSignal): Promise<Conversation>;
}

/** Sends requests to a function. */
export function fetchTransport(
  fetch: FetchFunction,
  url: URL,
  extraHeaders: HeaderList,
): Transport {
  return {
    name: fetch.name === '' ? 'a function' : fetch.name,
    send: async ({ verb, path, headers, body }, signal) => {
      const sent = new Headers();
      for (const [name, value] of [...headers, ...extraHeaders]) sent.append(name, value);
      const init = { method: verb, headers: sent, signal, ...(body && { body }) };
      const start = performance.now();
      const response = await fetch(new Request(appendPath(url, path), init));
      const bytes = new Uint8Array(await response.arrayBuffer());
      return receivedResponse(response, bytes, start);
    },
  };
}

/** Sends requests to a URL. It doesn't use `fetch`, which adds some headers and rejects others. */
export function urlTransport(url: URL, extraHeaders: HeaderList): Transport {
  const withHeaders = <Sent extends SentRequest>(request: Sent): Sent => ({
    ...request,
    headers: [...request.headers, ...extraHeaders],
  });
  return {
    name: url.href,
    send: (request, signal) => send(url, withHeaders(request), signal),
    converse: async (requests, signal) => {
      const connection = await Connection.open(url, signal);
      try {
        return await connection.converse(requests.map(withHeaders));
      } finally {
        connection.destroy();
      }
    },
  };
}

function send(
  url: URL,
  { verb, path, headers, body }: SentRequest,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(appendPath(url, path), { method: verb, agent: false, signal });
    for (const [name, value] of headers) outgoing.appendHeader(name, value);
    if (body !== undefined) outgoing.setHeader('content-length', body.length);
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      receive(incoming, start).then(resolve, reject);
    });
    outgoing.end(body);
  });
}

async function receive(incoming: IncomingMessage, start: number): Promise<ReceivedResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return receivedResponse({ status: incoming.statusCode ?? 0, headers }, bytes, start);
}
