import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { headersOf, TestAnswer } from '../client/test-answer.js';
import type { Transport } from './transport.js';

const LOOPBACK = '127.0.0.1';

/**
 * Through a socket on a free port of the loopback interface, which is opened with the first request.
 * A server that its maker has not begun to listen with listens until the client is closed.
 */
export function socketTransport(app: Server | RequestListener): Transport {
  let opened: Promise<Transport> | undefined;
  return {
    send: async (request) => (await (opened ??= open(app))).send(request),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

async function open(app: Server | RequestListener): Promise<Transport> {
  // Not above: whoever tests through another way in may have no node:http.
  const http = await import('node:http');
  const server = typeof app === 'function' ? http.createServer(app) : app;
  const isOwn = !server.listening;
  if (isOwn) await listen(server);
  const place = placeOf(server);
  return {
    send: async ({ verb, headers, url, body }) => {
      const options = {
        ...place,
        // A connection for each: one that is kept may be closed by the server as it is used again.
        agent: false as const,
        method: verb,
        path: url.pathname + url.search,
        headers: Object.fromEntries(headers),
      };
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        http.request(options).on('response', resolve).on('error', reject).end(body);
      });
      return read(incoming);
    },
    close: async () => {
      if (isOwn) await end(server);
    },
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Where a request finds the server. */
function placeOf(server: Server): { host: string; port: number } | { socketPath: string } {
  const address = server.address();
  if (address === null) throw new Error('The server has ended');
  if (typeof address === 'string') return { socketPath: address };
  const isAnywhere = address.address === '::' || address.address === '0.0.0.0';
  return { host: isAnywhere ? LOOPBACK : address.address, port: address.port };
}

async function end(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    // What is idle, and what an app never answers: nobody waits for it any more.
    server.closeAllConnections();
  });
}

async function read(incoming: IncomingMessage): Promise<TestAnswer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const text = Buffer.concat(chunks).toString('utf8');
  return new TestAnswer(
    incoming.statusCode ?? 0,
    headersOf(Object.entries(incoming.headers)),
    text,
  );
}
