import { createServer, type RequestListener } from 'node:http';
import { type Client, createClient, type RemoteMethods, safe } from '@jsonrpc-kit/client';
import express from 'express';
import jayson from 'jayson/promise/index.js';
import { JSONRPCErrorException, type JSONRPCRequest, JSONRPCServer } from 'json-rpc-2.0';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from './servers/listen.js';
import type { Serving } from './servers/server.js';

/** The types of the servers' methods, which the client needs. */
type Calculator = RemoteMethods<{
  add: { params: [a: number, b: number]; result: number };
  greet: { params: { name: string }; result: string; error: { code: 6001; data: string } };
  nothing: { params: {}; result: null };
  note: { params: { text: string } };
}>;

const servers: readonly { name: string; listener: (noted: string[]) => RequestListener }[] = [
  { name: 'jayson', listener: jaysonListener },
  { name: 'json-rpc-2.0', listener: jsonRpc20Listener },
];

describe.each(servers)('a client of a $name server', ({ listener }) => {
  let noted: string[];
  let server: Serving;
  let client: Client<Calculator>;
  let url: string;
  beforeEach(async () => {
    noted = [];
    server = await listen(createServer(listener(noted)));
    url = `http://127.0.0.1:${server.port}/`;
    client = createClient<Calculator>({ url });
  });
  afterEach(() => server.close());

  test('the client calls methods with params by position and by name', async () => {
    await expect(client.add([1, 2])).resolves.toBe(3);
    await expect(client.greet({ name: 'Ann' })).resolves.toBe('Hello, Ann');
    await expect(client.nothing()).resolves.toBeNull();
  });

  test('the client rejects with the errors of the server', async () => {
    const outcome = await safe(client.greet({ name: '' }));
    expect(outcome.ok || (outcome.error.code === 6001 && outcome.error.data)).toBe('name');
    await expect(createClient({ url }).$call('divide', [1, 0])).rejects.toMatchObject({
      code: -32601,
    });
  });

  test('the client sends a notification', async () => {
    await expect(client.$notify.note({ text: 'noted' })).resolves.toBeUndefined();
    expect(noted).toEqual(['noted']);
  });

  test('the client sends batches with notifications in them', async () => {
    const results = await client.$batch((b) => [
      b.add([1, 2]),
      b.$notify.note({ text: 'noted' }),
      b.greet({ name: 'Ann' }),
    ]);
    expect(results).toEqual([3, undefined, 'Hello, Ann']);
    expect(noted).toEqual(['noted']);
    await expect(client.$batch((b) => [b.add([1, 2])])).resolves.toEqual([3]);
    const notified = client.$batch((b) => [b.$notify.note({ text: 'a' }), b.$notify.add([1, 2])]);
    await expect(notified).resolves.toEqual([undefined, undefined]);
  });

  test('the client collects the calls of one tick into a batch', async () => {
    const batching = createClient<Calculator>({ url, batch: true });
    const calls = [batching.add([1, 2]), batching.greet({ name: '' }), batching.add([3, 4])];
    expect(await Promise.allSettled(calls)).toMatchObject([
      { status: 'fulfilled', value: 3 },
      { status: 'rejected', reason: { code: 6001, data: 'name' } },
      { status: 'fulfilled', value: 7 },
    ]);
  });
});

const missingName = { code: 6001, message: 'No name', data: 'name' };

/** https://github.com/tedeh/jayson#promises */
function jaysonListener(noted: string[]): RequestListener {
  const server = new jayson.Server({
    add: async ([a, b]: [number, number]) => a + b,
    greet: async ({ name }: { name: string }) => {
      if (name === '') throw missingName;
      return `Hello, ${name}`;
    },
    nothing: async () => null,
    note: async ({ text }: { text: string }) => {
      noted.push(text);
      return null;
    },
  });
  return server.http().listeners('request')[0] as RequestListener;
}

/** https://github.com/shogowada/json-rpc-2.0#server */
function jsonRpc20Listener(noted: string[]): RequestListener {
  const server = new JSONRPCServer({ errorListener: () => undefined });
  server.addMethod('add', ([a, b]: [number, number]) => a + b);
  server.addMethod('greet', ({ name }: { name: string }) => {
    if (name === '')
      throw new JSONRPCErrorException(missingName.message, missingName.code, missingName.data);
    return `Hello, ${name}`;
  });
  server.addMethod('nothing', () => undefined);
  server.addMethod('note', ({ text }: { text: string }) => {
    noted.push(text);
  });
  const app = express().set('env', 'test').use(express.json());
  app.post('/', (request, response, next) => {
    server.receive(request.body as JSONRPCRequest).then((reply) => {
      if (reply) response.json(reply);
      else response.sendStatus(204);
    }, next);
  });
  return app;
}
