import { gzipSync } from 'node:zlib';
import { call, chunk, post } from './raw-client.js';

/** A call that every parser accepts. */
export const HI = call('echo', { value: 'hi' });

/**
 * Requests whose response doesn't depend on the parser. The entrypoint has `maxBodyBytes: 1000` and
 * `maxBatchSize: 3`.
 */
export const bodies: readonly (readonly [string, string | Buffer])[] = [
  ['a call', post('/rpc', HI)],
  ['a batch', post('/rpc', `[${HI},${HI}]`)],
  ['a batch over the limit', post('/rpc', '[1,2,3,4]')],
  ['an empty batch', post('/rpc', '[]')],
  ['a notification', post('/rpc', '{"jsonrpc":"2.0","method":"echo"}')],
  ['an object that is not a request', post('/rpc', '{}')],
  ['an empty body', post('/rpc', '')],
  ['no body', 'POST /rpc HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n\r\n'],
  ['a byte order mark', post('/rpc', `\uFEFF${HI}`)],
  ['a __proto__', post('/rpc', call('echo', JSON.parse('{"value":{"__proto__":1}}') as object))],
  ['the largest body', post('/rpc', HI.padEnd(1000))],
  ['a body over the limit', post('/rpc', HI.padEnd(1001))],
  ['application/json-rpc', post('/rpc', HI, { 'content-type': 'application/json-rpc' })],
  ['text/plain', post('/rpc', HI, { 'content-type': 'text/plain' })],
  ['no media type', post('/rpc', HI, { 'content-type': '' })],
  ['a route of a method', post('/rpc/echo', '{"jsonrpc":"2.0","id":1}')],
  ['a chunked body', chunked(HI.slice(0, 9), HI.slice(9))],
  ['PUT', post('/rpc', HI).replace('POST', 'PUT')],
];

/** Requests to which a parser of JSON itself responds. */
export const odd: readonly (readonly [string, string])[] = [
  ['a body that is not JSON', post('/rpc', '{')],
  ['a scalar', post('/rpc', '1')],
  ['a string', post('/rpc', '"hi"')],
  ['null', post('/rpc', 'null')],
  ['white space', post('/rpc', '  ')],
  ['an empty chunked body', chunked()],
];

/** Returns a request whose body is sent in chunks. */
export function chunked(...pieces: readonly string[]): string {
  const body = [...pieces, ''].map(chunk).join('');
  return post('/rpc', '', { 'transfer-encoding': 'chunked' }) + body;
}

/** Returns a request whose body is compressed. */
export function compressed(body: string): Buffer {
  const bytes = gzipSync(body);
  const headers = { 'content-encoding': 'gzip', 'content-length': String(bytes.length) };
  return Buffer.concat([Buffer.from(post('/rpc', '', headers)), bytes]);
}
