import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { megabytes } from '../report/format.js';

export interface Sent {
  readonly port: number;
  readonly body: string | AsyncIterable<string>;
  readonly host?: string | undefined;
}

/** Sends a request to the entrypoint on a connection of its own, and describes the response. */
export async function send({ port, body, host = '127.0.0.1' }: Sent): Promise<string> {
  const isText = typeof body === 'string';
  const request = open(port, {
    host,
    ...(isText && { 'content-length': String(Buffer.byteLength(body)) }),
  });
  const response = waitForResponse(request);
  Readable.from(isText ? [body] : body).pipe(request);
  return response;
}

/** Sends the request once per connection, and counts the descriptions of the responses. */
export async function sendMany(count: number, sent: Sent): Promise<string> {
  const responses = await Promise.all(Array.from({ length: count }, () => send(sent)));
  return countEqual(responses).join('; ');
}

/** Sends the request on many connections that never read their responses; returns what closes them. */
export function sendWithoutReading(
  count: number,
  { port, body }: Sent & { body: string },
): () => void {
  const requests = Array.from({ length: count }, () => {
    const request = open(port, { 'content-length': String(body.length) });
    // A response without a listener for its data stays in the buffers of the sockets.
    request.on('response', (response) => response.on('error', () => undefined));
    request.on('error', () => undefined);
    return request.end(body);
  });
  return () => {
    for (const request of requests) request.destroy();
  };
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

async function waitForResponse(request: ClientRequest): Promise<string> {
  request.on('error', () => undefined);
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return describe(response.statusCode ?? 0, Buffer.concat(chunks));
  } catch {
    return 'connection closed';
  } finally {
    request.destroy();
  }
}

/** Such as `200, 10 results, 990 × -32005, 0.1 MB`. */
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
