import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { serveOnNode } from '../test/servers.js';
import { jsonRpc } from './json-rpc.js';

let app: Hono;
beforeEach(() => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  app = new Hono().route('/', jsonRpc(new Api().bindEntrypoint(rpc)));
});

/** Sends a call as a fetch runtime does, which has joined the host and the path to this URL. */
async function fetchWith(host: string, url: string): Promise<[status: number, body: string]> {
  const headers = { 'content-type': 'application/json', host };
  const response = await app.request(url, { method: 'POST', headers, body: call('ping') });
  return [response.status, await response.text()];
}

test.each([
  ['a/rpc?', 'http://a/rpc?/other'],
  ['a/rpc#', 'http://a/rpc#/other'],
  ['a/rpc\\..\\', 'http://a/rpc'],
  ['user@a', 'http://user@a/rpc'],
])('a fetch runtime gets 400 for the host %s, which changes the URL', async (host, url) => {
  // A URL with a user can't be the URL of a `Request`.
  const valid = url.replace('user@', '');
  expect(await fetchWith(host, valid)).toEqual([400, '{"detail":"Bad Request"}']);
});

test.each(['a', 'a:8000', '[::1]'])(
  'a fetch runtime reaches the api by the host %s',
  async (host) => {
    expect((await fetchWith(host, `http://${host}/rpc`))[0]).toBe(200);
  },
);

test("a host that changes the URL gets 400 from Hono's server on Node", async () => {
  const client = new RawClient(await serveOnNode(app));
  client.send(post('/other', call('ping'), { host: 'a/rpc?' }));
  expect(await client.response()).toMatchObject({ status: 400, body: '' });
});

test("a host that changes the URL gets 400 from the adapter if Hono's server on Node accepts it", async () => {
  const client = new RawClient(await serveOnNode(app));
  // The server compares the lengths of a host and of its form in the URL. Both `ü/rpc?x` and `xn--tda`
  // have seven characters.
  const host = 'ü/rpc?x';
  client.send(Buffer.from(post('/other', call('ping'), { host }), 'latin1'));
  expect(await client.response()).toMatchObject({ status: 400, body: '{"detail":"Bad Request"}' });
});
