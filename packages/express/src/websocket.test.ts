import { once } from 'node:events';
import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import express from 'express';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { jsonRpc } from './index.js';
import { acceptWebSockets } from './websocket.js';

test('acceptWebSockets() serves calls and events beside an Express app, below its prefix', async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.subscription('ticks', {}, async function* () {
    yield 1;
  });
  const api = new Api().bindEntrypoint(rpc);
  const server = createServer(express().use('/bank', jsonRpc(api)));
  acceptWebSockets(server, api, { basePath: '/bank' });
  const socket = new WebSocket(`ws://127.0.0.1:${await listen(server)}/bank/rpc`);
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
