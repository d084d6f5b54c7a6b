import { type ClientHttp2Session, connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpc as fetchHandler } from '@jsonrpc-kit/core/fetch';
import { jsonRpc as honoJsonRpc } from '@jsonrpc-kit/hono';
import { jsonRpc } from '@jsonrpc-kit/node';
import { serveSchemas } from '@jsonrpc-kit/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { adapters } from './servers.js';

function api(): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  const served = new Api({ allowedHosts: ['bank.example'] }).bindEntrypoint(rpc);
  serveSchemas(served);
  return served;
}

const MISDIRECTED = { status: 421, body: '{"detail":"Misdirected Request"}' };

describe.each(adapters)('an api with allowedHosts on $name', ({ serve }) => {
  test('rejects entrypoints and pages of other hosts with the same response', async () => {
    const serving = await serve({ apis: [{ api: api() }] });
    onTestFinished(() => serving.close());
    const client = new RawClient(serving.port);
    const responses = [];
    for (const host of [
      'bank.example',
      'bank.example:80',
      'rebound.example',
      'bank.example.rebound.example',
    ]) {
      client.send(
        post('/rpc', call('ping'), { host }),
        `GET /openapi.json HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
      );
      responses.push(await client.response(), await client.response());
    }
    const [own, ownPage, withPort, , ...rejected] = responses;
    expect([own, ownPage, withPort].map((response) => response?.status)).toEqual([200, 200, 200]);
    expect(rejected).toMatchObject([MISDIRECTED, MISDIRECTED, MISDIRECTED, MISDIRECTED]);
  });
});

test('checks the :authority of an HTTP/2 request against allowedHosts', async () => {
  // The compatibility API of node:http2 has the parts of node:http that the listener uses.
  const server = createServer(jsonRpc(api()) as unknown as Parameters<typeof createServer>[0]);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.close();
    server.close();
  });
  expect(await statusOver(session, 'bank.example')).toBe(200);
  expect(await statusOver(session, 'rebound.example')).toBe(421);
});

function statusOver(session: ClientHttp2Session, authority: string): Promise<unknown> {
  const stream = session.request({ ':authority': authority, ':path': '/openapi.json' });
  return new Promise((resolve, reject) => {
    stream.on('response', (headers) => resolve(headers[':status']));
    stream.on('error', reject);
    stream.resume().end();
  });
}

test.each([
  ['http://bank.example/rpc', 200],
  ['http://rebound.example/rpc', 421],
])(
  'checks the host of the URL %s against allowedHosts if a fetch runtime sends no Host header',
  async (url, status) => {
    const request = (): Request =>
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: call('ping'),
      });
    expect((await honoJsonRpc(api()).request(request())).status).toBe(status);
    expect((await fetchHandler(api())(request())).status).toBe(status);
  },
);
