import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { jsonRpc } from './index.js';
import { webSockets } from './websocket.js';

test('the plugin webSockets serves calls and events below its prefix, until app.close()', async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.subscription('ticks', {}, async function* () {
    yield 1;
  });
  const api = new Api().bindEntrypoint(rpc);
  const app = fastify();
  await app.register(jsonRpc, { api, prefix: '/bank' });
  await app.register(webSockets, { api, prefix: '/bank' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/bank/rpc`);
  const messages: Record<string, unknown>[] = [];
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Record<string, unknown>);
  });
  await once(socket, 'open');
  socket.send('{"jsonrpc":"2.0","id":1,"method":"ticks.subscribe"}');
  while (messages.length < 3) await once(socket, 'message');
  expect(messages).toMatchObject([
    { id: 1 },
    { params: { result: 1 } },
    { params: { done: true } },
  ]);
  const closed = once(socket, 'close');
  await app.close();
  expect((await closed)[0]).toBe(1012);
});
