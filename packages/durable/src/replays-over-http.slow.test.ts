import { serve as serveHono } from '@hono/node-server';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc as expressRouter } from '@jsonrpc-kit/express';
import { jsonRpc as fastifyPlugin } from '@jsonrpc-kit/fastify';
import { jsonRpc as honoApp } from '@jsonrpc-kit/hono';
import { jsonRpc as listener } from '@jsonrpc-kit/node';
import express from 'express';
import Fastify from 'fastify';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../test/databases.js';
import { openLedger } from '../test/ledger.js';

const servers: Readonly<Record<string, (api: Api) => Promise<Server>>> = {
  node: async (api) => createServer(listener(api)),
  hono: async (api) =>
    serveHono({ fetch: honoApp(api).fetch, port: 0, hostname: '127.0.0.1' }) as Server,
  express: async (api) => createServer(express().use(expressRouter(api))),
  fastify: async (api) => {
    const app = Fastify();
    await app.register(fastifyPlugin, { api });
    await app.ready();
    return app.server;
  },
};

let database: TestDatabase;
beforeAll(async () => {
  const [{ open } = { open: () => Promise.reject(new Error('No database')) }] = testDatabases();
  database = await open();
}, 60_000);
afterAll(() => database.close());

describe.each(Object.entries(servers))('over %s', (_, createServerOf) => {
  test('a repeated call or batch gets the same bytes, and the header of a replay if it is a single call', async () => {
    const ledger = await openLedger(database);
    const server = await createServerOf(ledger.api);
    if (!server.listening) {
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    }
    const { port } = server.address() as AddressInfo;
    const send = async (body: unknown, headers = {}): Promise<readonly [string, string | null]> => {
      const response = await fetch(`http://127.0.0.1:${port}/rpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return [await response.text(), response.headers.get('idempotency-replayed')];
    };

    const single = { jsonrpc: '2.0', id: 1, method: 'add', params: { amount: 5 } };
    const header = { 'idempotency-key': '"a"' };
    const text = '{"jsonrpc":"2.0","id":1,"result":{"balance":5}}';
    expect(await send(single, header)).toEqual([text, null]);
    expect(await send(single, header)).toEqual([text, 'true']);
    expect(await send({ ...single, idempotencyKey: 'a' })).toEqual([text, 'true']);

    const batch = [
      { ...single, idempotencyKey: 'a' },
      { ...single, id: 2, idempotencyKey: 'b' },
    ];
    const texts = `[${text},{"jsonrpc":"2.0","id":2,"result":{"balance":10}}]`;
    expect(await send(batch)).toEqual([texts, null]);
    expect(await send(batch)).toEqual([texts, null]);
    expect(await ledger.amounts()).toEqual([5, 5]);

    await ledger.api.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
});
