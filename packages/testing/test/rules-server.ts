import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { answer, type HttpMessage, limits, type Reply, type Rules } from './rules.js';

export type Answer = (message: HttpMessage) => Promise<Reply>;

/** How the rules are put behind a socket; a fault may replace a part of it, or all. */
export interface Wire {
  /** Writes a reply. */
  readonly write: (reply: Reply, outgoing: ServerResponse, incoming: IncomingMessage) => void;
  readonly read: (incoming: IncomingMessage) => Promise<Buffer>;
  /** Whether a request is over the limit before its body is read. */
  readonly early: (incoming: IncomingMessage) => boolean;
  readonly headers: (incoming: IncomingMessage) => HttpMessage['headers'];
  readonly listener: (answer: Answer, wire: Wire) => NetServer;
}

export const rightWire: Wire = {
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

function httpListener(respond: Answer, wire: Wire): Server {
  return createServer((incoming, outgoing) => {
    // A request that breaks off has nobody to answer.
    respondTo(incoming, outgoing, respond, wire).catch(() => outgoing.destroy());
  });
}

async function respondTo(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: Answer,
  wire: Wire,
): Promise<void> {
  const isTooLong = wire.early(incoming);
  if (isTooLong) incoming.resume();
  const body = isTooLong ? Buffer.alloc(limits.maxBodyBytes + 1) : await wire.read(incoming);
  const { method: verb = '', url: path = '' } = incoming;
  const reply = await respond({ verb, path, headers: wire.headers(incoming), body });
  wire.write(reply, outgoing, incoming);
}

/** Serves the rules on loopback while `use` runs. */
export async function serveRules<Result>(
  rules: Rules,
  wire: Wire,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = wire.listener((message) => answer(rules, message), wire);
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
