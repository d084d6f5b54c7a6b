import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { jsonRpc } from './index.js';
import { acceptWebSockets } from './websocket.js';

test('acceptWebSockets() serves calls and events on the server of a Hono app', async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.subscription('ticks', {}, async function* () {
    yield 1;
  });
  const api = new Api().bindEntrypoint(rpc);
  const app = new Hono().route('/', jsonRpc(api));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  onTestFinished(() => void server.close());
  acceptWebSockets(server, api);
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`);
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
  await Promise.all([once(socket, 'close'), api.close()]);
});
