import { createAdaptorServer } from '@hono/node-server';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { closeOnSignals, jsonRpc } from './index.js';

test('closeOnSignals() lets running requests to every route finish', async () => {
  let goOn = (): void => undefined;
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let tellRunning = (): void => undefined;
  const running = new Promise<void>((resolve) => {
    tellRunning = resolve;
  });
  const rpc = new Entrypoint('/rpc');
  rpc.method('wait', {}, () => going.then(() => 'waited'));
  const api = new Api().bindEntrypoint(rpc);
  const app = new Hono().route('/', jsonRpc(api)).get('/other', async (c) => {
    tellRunning();
    await going;
    return c.text('waited too');
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  const close = closeOnSignals(server, api, { signals: [] });
  const port = await listen(server);

  const client = new RawClient(port).send(post('/rpc', call('wait')));
  const other = new RawClient(port).send('GET /other HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await running;
  const closed = close();
  goOn();
  expect((await client.response()).body).toContain('waited');
  expect((await other.response()).body).toBe('waited too');
  await closed;
  await Promise.all([client.closed, other.closed]);
});
