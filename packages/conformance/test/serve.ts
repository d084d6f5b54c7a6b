import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { FetchFunction } from '../src/http/transport.js';
import { type Behavior, type HttpMessage, limits, type Reply, respond } from './behavior.js';

export type Responder = (message: HttpMessage) => Promise<Reply>;

/** The HTTP part of the server. A violation replaces some of its steps. */
export interface HttpLayer {
  /** Writes a reply. */
  readonly write: (reply: Reply, outgoing: ServerResponse, incoming: IncomingMessage) => void;
  readonly read: (incoming: IncomingMessage) => Promise<Buffer>;
  /** Whether a request is over the limit before its body is read. */
  readonly early: (incoming: IncomingMessage) => boolean;
  readonly headers: (incoming: IncomingMessage) => HttpMessage['headers'];
  readonly listener: (responder: Responder, http: HttpLayer) => NetServer;
}

export const correctHttp: HttpLayer = {
  write: ({ status, headers, body }, outgoing) => {
    const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
    outgoing.writeHead(status, { ...headers, ...length }).end(body);
  },
  read: async (incoming) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  },
  early: (incoming) => Number(incoming.headers['content-length']) > limits.maxBodyBytes,
  headers: (incoming) =>
    Object.fromEntries(
      Object.entries(incoming.headersDistinct).map(([name, values]) => [
        name,
        values?.join(', ') ?? '',
      ]),
    ),
  listener: httpListener,
};

function httpListener(responder: Responder, http: HttpLayer): Server {
  return createServer((incoming, outgoing) => {
    respondTo(incoming, outgoing, responder, http).catch(() => outgoing.destroy());
  });
}

async function respondTo(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  responder: Responder,
  http: HttpLayer,
): Promise<void> {
  const isTooLong = http.early(incoming);
  if (isTooLong) incoming.resume();
  const body = isTooLong ? Buffer.alloc(limits.maxBodyBytes + 1) : await http.read(incoming);
  const { method: verb = '', url: path = '' } = incoming;
  const reply = await responder({ verb, path, headers: http.headers(incoming), body });
  http.write(reply, outgoing, incoming);
}

/** Serves on the loopback interface while `use` runs. */
export async function serve<Result>(
  behavior: Behavior,
  http: HttpLayer,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = http.listener((message) => respond(behavior, message), http);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`);
  } finally {
    server.close();
    if ('closeAllConnections' in server) (server as Server).closeAllConnections();
  }
}

/** Returns the server as a function that responds like `fetch`. */
export function respondLikeFetch(behavior: Behavior): FetchFunction {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await respond(behavior, {
      verb: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: Buffer.from(await request.arrayBuffer()),
    });
    return new Response(body === '' ? null : body, { status, headers });
  };
}
