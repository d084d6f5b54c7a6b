import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { TestResponse, toHeaders } from './test-response.js';
import type { Transport } from './transport.js';

const LOOPBACK = '127.0.0.1';

/**
 * Sends requests over a socket on a free port of the loopback interface, opened by the first request.
 * A server that isn't listening yet listens until the client is closed.
 */
export function socketTransport(app: Server | RequestListener): Transport {
  let opened: Promise<Transport> | undefined;
  return {
    send: async (request) => (await (opened ??= open(app))).send(request),
    close: async () => (await opened?.catch(() => undefined))?.close?.(),
  };
}

async function open(app: Server | RequestListener): Promise<Transport> {
  // Not at the top of the file, because the other transports also work without node:http.
  const http = await import('node:http');
  const server = typeof app === 'function' ? http.createServer(app) : app;
  const isOpenedHere = !server.listening;
  if (isOpenedHere) await listen(server);
  const address = addressOf(server);
  return {
    send: async ({ verb, headers, url, body }) => {
      const options = {
        ...address,
        // The server may close a kept connection at the moment of its reuse.
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
      if (isOpenedHere) await stop(server);
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

function addressOf(server: Server): { host: string; port: number } | { socketPath: string } {
  const address = server.address();
  if (address === null) throw new Error('The server is closed');
  if (typeof address === 'string') return { socketPath: address };
  const isUnspecified = address.address === '::' || address.address === '0.0.0.0';
  return { host: isUnspecified ? LOOPBACK : address.address, port: address.port };
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    // Closes idle connections and those without a response.
    server.closeAllConnections();
  });
}

async function read(incoming: IncomingMessage): Promise<TestResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const text = Buffer.concat(chunks).toString('utf8');
  return new TestResponse(
    incoming.statusCode ?? 0,
    toHeaders(Object.entries(incoming.headers)),
    text,
  );
}
