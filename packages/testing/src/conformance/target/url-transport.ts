import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Answer } from './answer.js';
import type { ExtraHeaders, Transport } from './audit-target.js';
import { Connection } from './connection.js';
import type { SentRequest } from './sent-request.js';
import { urlBelow } from './url-below.js';

/**
 * Asks a server by its URL. It is not `fetch` that asks, because that adds headers of its own and
 * allows no say over others.
 */
export function urlTransport(url: URL, extraHeaders: ExtraHeaders): Transport {
  return {
    name: url.href,
    send: (request, signal) => send(url, withHeaders(request, extraHeaders), signal),
    converse: async (parts, signal) => {
      const connection = await Connection.open(url, signal);
      try {
        return await connection.converse(parts.map((part) => withHeaders(part, extraHeaders)));
      } finally {
        connection.destroy();
      }
    },
  };
}

function withHeaders<Sent extends Pick<SentRequest, 'headers'>>(
  request: Sent,
  extraHeaders: ExtraHeaders,
): Sent {
  return { ...request, headers: [...request.headers, ...extraHeaders] };
}

function send(
  url: URL,
  { verb, below, headers, body }: SentRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(urlBelow(url, below), { method: verb, agent: false, signal });
    for (const [name, value] of headers) outgoing.appendHeader(name, value);
    if (body !== undefined) outgoing.setHeader('content-length', body.length);
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      readAnswer(incoming, began).then(resolve, reject);
    });
    outgoing.end(body);
  });
}

async function readAnswer(incoming: IncomingMessage, began: number): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const bytes = new Uint8Array(Buffer.concat(chunks));
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  return {
    status: incoming.statusCode ?? 0,
    headers,
    bytes,
    text: new TextDecoder().decode(bytes),
    took: performance.now() - began,
  };
}
