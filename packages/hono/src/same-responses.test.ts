import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { backgroundTasks, Api, Entrypoint, HttpError, httpResponse } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  call,
  chunk,
  post,
  RawClient,
  type RawResponse,
} from '@jsonrpc-kit/test-support/raw-client';
import { serveOnNodeHttp, servers } from '../test/servers.js';

const rpc = new Entrypoint('/api/v1/jsonrpc', { limits: { maxBodyBytes: 1000, maxBatchSize: 3 } });
rpc.method('echo', { args: { text: v.string() } }, ({ text }) => text);
rpc.method('login', { args: { response: httpResponse } }, ({ response }) => {
  response.status = 201;
  response.headers.set('x-by', '42');
  response.setCookie('session', 's3cret', { httpOnly: true });
  response.setCookie('theme', 'dark');
});
rpc.method('guarded', {}, () => {
  throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Basic realm="bank"' });
});
rpc.method('later', { args: { tasks: backgroundTasks } }, ({ tasks }) =>
  tasks.add(() => undefined),
);

const api = new Api().bindEntrypoint(rpc);
adapterApi(api).addPage({
  path: '/docs',
  handle: () => ({
    status: 200,
    body: new TextEncoder().encode('<h1>žluť</h1>'),
    contentType: 'text/html; charset=utf-8',
    headers: [['content-security-policy', "default-src 'none'"]],
    onSent: undefined,
  }),
});

const PATH = '/api/v1/jsonrpc';
const HI = call('echo', { text: 'hi' });
const RESPONSE = '{"jsonrpc":"2.0","id":1,"result":"hi"}';

const NOT_UTF_8 = Buffer.concat([
  Buffer.from(post(PATH, '', { 'content-length': '3' })),
  Buffer.from([0x22, 0xc5, 0x22]),
]);

function get(target: string, verb = 'GET'): string {
  return `${verb} ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
}

function withType(contentType: string): string {
  return post(PATH, HI, { 'content-type': contentType });
}

/** Requests, and the members of the response that every server must send. */
const table: readonly (readonly [string, string | Buffer, Partial<RawResponse>])[] = [
  ['a call', post(PATH, HI), { status: 200, body: RESPONSE }],
  ['a batch', post(PATH, `[${HI},${HI}]`), { status: 200, body: `[${RESPONSE},${RESPONSE}]` }],
  ['a batch of one', post(PATH, `[${HI}]`), { status: 200, body: `[${RESPONSE}]` }],
  ['a notification', post(PATH, '{"jsonrpc":"2.0","method":"later"}'), { status: 204, body: '' }],
  ['a call with background tasks', post(PATH, call('later')), { status: 200 }],
  ['a route of a method', post(`${PATH}/echo`, HI), { status: 200, body: RESPONSE }],
  ['an encoded method route', post(`${PATH}/%65cho`, HI), { status: 200, body: RESPONSE }],
  ['a trailing slash', post(`${PATH}/`, HI), { status: 200, body: RESPONSE }],
  ['a query', post(`${PATH}?a=%2F`, HI), { status: 200, body: RESPONSE }],
  ['another path', post('/elsewhere', HI), { status: 404 }],
  ['a longer path', post(`${PATH}s`, HI), { status: 404 }],
  ['a chunked body', chunked(HI.slice(0, 9), HI.slice(9)), { status: 200, body: RESPONSE }],
  ['a byte order mark', post(PATH, `\uFEFF${HI}`), { status: 200, body: RESPONSE }],
  ['two byte order marks', post(PATH, `\uFEFF\uFEFF${HI}`), { status: 200 }],
  ['characters of several bytes', post(PATH, call('echo', { text: 'žluť 🐎' })), { status: 200 }],
  ['a truncated UTF-8 sequence', NOT_UTF_8, { status: 200 }],
  ['a body that is not JSON', post(PATH, '{'), { status: 200 }],
  ['an empty body', post(PATH, ''), { status: 200 }],
  ['an empty batch', post(PATH, '[]'), { status: 200 }],
  ['a batch over the limit', post(PATH, '[1,2,3,4]'), { status: 200 }],
  ['a body over the limit', post(PATH, 'x'.repeat(1001)), { status: 413 }],
  ['a chunked body over the limit', chunked('x'.repeat(600), 'x'.repeat(600)), { status: 413 }],
  ['a media type with a charset', withType('application/json; charset=utf-8'), { status: 200 }],
  ['application/json-rpc', withType('application/json-rpc'), { status: 200, body: RESPONSE }],
  ['text/plain', withType('text/plain'), { status: 415 }],
  ['two media types', withType('application/json\r\ncontent-type: text/plain'), { status: 415 }],
  ['a compressed body', post(PATH, HI, { 'content-encoding': 'gzip' }), { status: 415 }],
  ['GET', get(PATH), { status: 405, body: '{"detail":"Method Not Allowed"}' }],
  ['HEAD', get(PATH, 'HEAD'), { status: 405, body: '' }],
  ['OPTIONS', get(PATH, 'OPTIONS'), { status: 405 }],
  ['DELETE', get(PATH, 'DELETE'), { status: 405 }],
  ['an unusual verb', get(PATH, 'PURGE'), { status: 405 }],
  ['status, headers and cookies of a method', post(PATH, call('login')), { status: 201 }],
  ['an HTTP error', post(PATH, call('guarded')), { status: 401 }],
  ['a page', get('/docs'), { status: 200, body: '<h1>žluť</h1>' }],
  ['a page with a trailing slash', get('/docs/'), { status: 200, body: '<h1>žluť</h1>' }],
  ['the head of a page', get('/docs', 'HEAD'), { status: 200, body: '' }],
  ['a page by POST', post('/docs', HI), { status: 405 }],
];

function chunked(...pieces: readonly string[]): string {
  const body = [...pieces, ''].map(chunk).join('');
  return post(PATH, '', { 'transfer-encoding': 'chunked' }) + body;
}

/** The headers that are compared: those that a server doesn't set by itself, and the length. */
const HEADERS = [
  'content-type',
  'content-length',
  'allow',
  'www-authenticate',
  'x-by',
  'set-cookie',
  'content-security-policy',
];

async function send(port: number, request: string | Buffer): Promise<RawResponse> {
  const client = new RawClient(port).send(request);
  const response = await client.response({ toHead: request.toString().startsWith('HEAD') });
  // The connection stays usable after any response.
  client.send(post(PATH, HI));
  expect((await client.response()).body).toBe(RESPONSE);
  const headers = Object.entries(response.headers).filter(([name]) => HEADERS.includes(name));
  return { ...response, headers: Object.fromEntries(headers) };
}

describe.each(Object.entries(servers))('%s', (_, start) => {
  test.each(table)('responds like node:http to %s', async (_name, request, expected) => {
    const response = await send(await start(api), request);
    expect(response).toMatchObject(expected);
    // Each framework responds to unknown paths in its own way.
    if (response.status === 404) return;
    expect(response).toEqual(await send(await serveOnNodeHttp(api), request));
  });
});
