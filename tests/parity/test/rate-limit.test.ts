import { on, once } from 'node:events';
import { Api, Entrypoint, httpRequest } from '@jsonrpc-kit/core';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { WebSocket } from 'ws';
import { adapters, webSocketAdapters } from './servers.js';

const LIMITED = '"code":-32005,"message":"Limit exceeded","data":{"retryAfterMs":';

/** A logger without output. The api logs every dropped notification. */
const logger = { error: () => undefined, warn: () => undefined };

function api(): Api {
  const rpc = new Entrypoint('/rpc', {
    rateLimit: rateLimit({
      points: 3,
      duration: 3600,
      key: (request) => request.header('x-caller') ?? '',
    }),
  });
  rpc.method('ping', {}, () => 'pong');
  return new Api({ logger }).bindEntrypoint(rpc);
}

describe.each(adapters)('a rate limit on $name', ({ serve }) => {
  test('rejects calls over the rate limit with the documented status, headers and body', async () => {
    const serving = await serve({ apis: [{ api: api() }] });
    onTestFinished(() => serving.close());
    const client = new RawClient(serving.port);
    const send = (body: string) => client.send(post('/rpc', body)).response();

    const accepted = await send(call('ping'));
    expect(accepted.status).toBe(200);
    expect(accepted.headers).toMatchObject({
      'ratelimit-policy': ['"default";q=3;w=3600'],
      ratelimit: [expect.stringMatching(/^"default";r=2;t=\d+$/) as string],
    });
    const [partlyRejected, rejected] = [
      await send(`[${`${call('ping')},`.repeat(2)}${call('ping', {}, 3)}]`),
      await send(call('ping')),
    ];
    expect(partlyRejected.status).toBe(200);
    expect(partlyRejected.body).toMatch(
      /"result":"pong"\},.*"result":"pong"\},\{.*"id":3,"error":\{/,
    );
    expect(partlyRejected.body).toContain(LIMITED);
    expect(rejected.status).toBe(429);
    expect(rejected.headers).toMatchObject({
      'content-type': ['application/json'],
      'retry-after': [expect.stringMatching(/^\d+$/) as string],
    });
    expect(rejected.body).toContain(LIMITED);

    const dropped = await send('{"jsonrpc":"2.0","method":"ping"}');
    expect([dropped.status, dropped.body]).toEqual([429, '']);
    expect(dropped.headers['retry-after']).toHaveLength(1);

    client.send(post('/rpc', call('ping'), { 'x-caller': 'other' }));
    expect((await client.response()).status).toBe(200);
  });
});

describe.each(webSocketAdapters)('a rate limit by address on $name', ({ serve }) => {
  test('counts the calls of requests and of connections together', async () => {
    const rpc = new Entrypoint('/rpc', {
      rateLimit: rateLimit({ points: 2, duration: 3600, key: ({ address }) => String(address) }),
    });
    rpc.method('ping', { args: { request: httpRequest } }, ({ request }) => request.address);
    const served = new Api({ logger }).bindEntrypoint(rpc);
    const serving = await serve({ apis: [{ api: served }], webSockets: true });
    onTestFinished(async () => {
      await served.close();
      await serving.close();
    });
    const address = '{"jsonrpc":"2.0","id":1,"result":"127.0.0.1"}';
    const client = new RawClient(serving.port);
    expect((await client.send(post('/rpc', call('ping'))).response()).body).toBe(address);

    const socket = new WebSocket(`ws://127.0.0.1:${serving.port}/rpc`);
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    const messages = on(socket, 'message');
    for (const expected of [address, LIMITED]) {
      socket.send(call('ping'));
      const { value } = (await messages.next()) as { readonly value: readonly [Buffer] };
      expect(value[0].toString()).toContain(expected);
    }
  });
});
