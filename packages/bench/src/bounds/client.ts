import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { Readable } from 'node:stream';
import { megabytes } from '../compare/report.js';

export interface BoundRequest {
  readonly port: number;
  readonly body: string | AsyncIterable<string>;
  readonly host?: string | undefined;
}

/** Sends a request on a new connection. Returns a description of the response. */
export async function send({ port, body, host = '127.0.0.1' }: BoundRequest): Promise<string> {
  const isText = typeof body === 'string';
  const request = open(port, {
    host,
    ...(isText && { 'content-length': String(Buffer.byteLength(body)) }),
  });
  request.on('error', () => undefined);
  const response = once(request, 'response') as Promise<[IncomingMessage]>;
  Readable.from(isText ? [body] : body).pipe(request);
  try {
    const [incoming] = await response;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return describe(incoming.statusCode ?? 0, Buffer.concat(chunks));
  } catch {
    return 'connection closed';
  } finally {
    request.destroy();
  }
}

/** Sends the request on many connections, once on each. Returns how often each response came. */
export async function sendMany(count: number, request: BoundRequest): Promise<string> {
  const responses = await Promise.all(Array.from({ length: count }, () => send(request)));
  return countEqual(responses).join('; ');
}

/**
 * Sends a request on many connections and never reads the responses. Returns a function that closes
 * the connections.
 */
export function sendWithoutReading(count: number, port: number, body: string): () => void {
  const requests = Array.from({ length: count }, () => {
    const request = open(port, { 'content-length': String(body.length) });
    // Without a listener for its data the response stays in the buffers of the sockets.
    request.on('response', (response) => response.on('error', () => undefined));
    request.on('error', () => undefined);
    return request.end(body);
  });
  return () => requests.forEach((request) => request.destroy());
}

function open(port: number, headers: Readonly<Record<string, string>>): ClientRequest {
  return openRequest({
    port,
    host: '127.0.0.1',
    path: '/rpc',
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** For example `200, 10 × result, 990 × -32005, 0.1 MB`. */
function describe(status: number, body: Buffer): string {
  const text = body.toString('latin1');
  const codes = Array.from(text.matchAll(/"error":\{"code":(-?\d+)/g), ([, code = '']) => code);
  const results = text.split('"id":1,"result":').length - 1;
  return [
    String(status),
    ...(results > 0 ? [`${results.toLocaleString('en')} × result`] : []),
    ...countEqual(codes),
    ...(body.length >= 100_000 ? [`${megabytes(body.length)} MB`] : []),
  ].join(', ');
}

function countEqual(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Array.from(counts, ([text, count]) =>
    texts.length === 1 ? text : `${count.toLocaleString('en')} × ${text}`,
  );
}
