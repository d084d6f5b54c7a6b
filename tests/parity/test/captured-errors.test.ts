import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Api, defineError, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpc as expressJsonRpc } from '@jsonrpc-kit/express';
import { jsonRpc as fastifyJsonRpc } from '@jsonrpc-kit/fastify';
import { jsonRpc as honoJsonRpc } from '@jsonrpc-kit/hono';
import { jsonRpc as nodeJsonRpc } from '@jsonrpc-kit/node';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect } from 'vitest';

class OutOfStock extends defineError({ code: 6001, message: 'Out of stock' }) {}

const shop = new Entrypoint('/shop');
const buy = shop.method('buy', { errors: [OutOfStock] }, () => {
  throw new OutOfStock();
});

const createApi = (): Api => new Api().bindEntrypoint(shop);
const createHono = (): Hono => new Hono().route('/', honoJsonRpc(createApi()));

type Send = (body: string) => Promise<unknown>;
const headers = { 'content-type': 'application/json' };
const init = (body: string): RequestInit => ({ method: 'POST', headers, body });

/** Sends one request to the server, then closes it. */
async function sendThroughSocket(
  server: ReturnType<typeof createAdaptorServer>,
  body: string,
): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}/shop`, init(body))).text();
  server.close();
}

const senders: readonly { readonly name: string; readonly send: Send }[] = [
  {
    name: 'app.request() of Hono',
    send: async (body) => createHono().request('/shop', init(body)),
  },
  {
    name: 'app.inject() of Fastify',
    send: async (payload) => {
      const app = fastify();
      app.register(fastifyJsonRpc, { api: createApi() });
      await app.inject({ method: 'POST', url: '/shop', headers, payload });
      await app.close();
    },
  },
  {
    name: 'a socket of Hono',
    send: (body) => sendThroughSocket(createAdaptorServer({ fetch: createHono().fetch }), body),
  },
  {
    name: 'a socket of Express',
    send: (body) =>
      sendThroughSocket(createServer(express().use(expressJsonRpc(createApi()))), body),
  },
  {
    name: 'a socket of node:http',
    send: (body) => sendThroughSocket(createServer(nodeJsonRpc(createApi())), body),
  },
];

describe.each(senders)('errors of calls through $name', ({ send }) => {
  const test = jsonRpcTest;

  test('the test kit captures the error responses of calls, batches and invalid messages', async ({
    allCapturedJsonRpcErrorResponses: captured,
  }) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'buy' };
    await send(JSON.stringify(call));
    await send(JSON.stringify([call, { ...call, method: 'sell' }, { ...call, id: null }]));
    await send('nonsense');

    const codes = Array.from(captured, ([route, responses]) => [
      route?.name,
      responses.map(({ error }) => error.code),
    ]);
    expect(new Map(codes as [string | undefined, number[]][])).toEqual(
      new Map([
        ['buy', [6001, 6001]],
        [undefined, [-32601, -32600, -32700]],
      ]),
    );
    expect(captured.get(buy)).toEqual([
      new OutOfStock().getResponse(1),
      new OutOfStock().getResponse(1),
    ]);
  });
});
