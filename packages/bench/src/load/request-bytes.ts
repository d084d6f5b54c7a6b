import type { Exchange } from '../wires/exchange.js';

/** The request as it goes over a kept-alive connection, rendered once for all. */
export function requestBytes({ path, headers, body }: Exchange): Buffer {
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
