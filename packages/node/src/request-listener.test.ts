import { createServer } from 'node:http';
import {
  Api,
  backgroundTasks,
  dependency,
  Entrypoint,
  HttpError,
  httpRequest,
  httpResponse,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { call, chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { jsonRpc } from './json-rpc.js';

/** What has happened in the methods below, in order. */
let events: string[];
let logger: MemoryLogger;
let client: RawClient;
let port: number;
/** Lets the method `wait` return. */
let goOn: (value: string) => void;
/** Resolves when the event has happened. */
let whenEvent: (event: string) => Promise<void>;

beforeEach(async () => {
  events = [];
  logger = new MemoryLogger();
  const waiting = new Map<string, () => void>();
  const record = (event: string): void => {
    events.push(event);
    waiting.get(event)?.();
  };
  whenEvent = (event) =>
    new Promise((resolve) => {
      if (events.includes(event)) resolve();
      else waiting.set(event, resolve);
    });
  const waited = new Promise<string>((resolve) => {
    goOn = resolve;
  });

  const rpc = new Entrypoint('/rpc', {
    limits: { maxBodyBytes: 1000, maxResultBytes: Infinity, maxResponseBytes: Infinity },
  });
  rpc.method('add', { args: { a: v.number(), b: v.number() } }, ({ a, b }) => a + b);
  rpc.method('path', { args: { request: httpRequest } }, ({ request }) => request.path);
  rpc.method('cookies', { args: { response: httpResponse } }, ({ response }) => {
    response.setCookie('a', '1');
    response.setCookie('b', '2');
    response.headers.set('x-result', '42');
    return 'baked';
  });
  rpc.method('forbid', {}, () => {
    throw new HttpError(403, 'No', { 'x-bad': 'a\nb' });
  });
  const opened = dependency({}, function* () {
    yield 'open';
    record('closed');
  });
  rpc.method('wait', { args: { opened, signal } }, ({ signal: gone }) => {
    gone.addEventListener('abort', () => record('gone'));
    record('waiting');
    return waited;
  });
  rpc.method('later', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(() => record('task'));
    return 'now';
  });
  rpc.method('large', { args: { opened } }, () => 'x'.repeat(64 * 1024 * 1024));

  port = await listen(createServer(jsonRpc(new Api({ logger }).bindEntrypoint(rpc))));
  client = new RawClient(port);
});

describe('responses', () => {
  test('a call gets JSON with its content-length', async () => {
    client.send(post('/rpc', call('add', { a: 1, b: 2 })));
    expect(await client.response()).toMatchObject({
      status: 200,
      headers: { 'content-type': ['application/json'], 'content-length': ['35'] },
      body: '{"jsonrpc":"2.0","id":1,"result":3}',
    });
  });

  test('a notification gets no body', async () => {
    client.send(post('/rpc', '{"jsonrpc":"2.0","method":"later"}'));
    const { status, headers, body } = await client.response();
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('content-type');
    await whenEvent('task');
  });

  test('a response has the headers and cookies that a method sets', async () => {
    client.send(post('/rpc', call('cookies')));
    expect((await client.response()).headers).toMatchObject({
      'set-cookie': ['a=1', 'b=2'],
      'x-result': ['42'],
    });
  });

  test('a request to another path gets 404', async () => {
    client.send(post('/elsewhere', call('add')));
    expect(await client.response()).toMatchObject({
      status: 404,
      headers: { 'content-type': ['application/json'] },
      body: '{"detail":"Not Found"}',
    });
  });

  test('a request to another path is passed to next() if there is one', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('ping', {}, () => 'pong');
    const serveApi = jsonRpc(new Api().bindEntrypoint(rpc));
    const server = createServer((incoming, outgoing) =>
      serveApi(incoming, outgoing, () => outgoing.end('own')),
    );
    const other = new RawClient(await listen(server));
    other.send(post('/rpc', call('ping')), post('/elsewhere', call('ping')));
    expect((await other.response()).body).toContain('"pong"');
    expect(await other.response()).toMatchObject({ status: 200 });
  });

  test.each(['/rpc?query', '/rpc/path', '/rpc/', 'http://localhost/rpc'])(
    'a request to %s reaches the api',
    async (target) => {
      client.send(post(target, call('path')));
      expect((await client.response()).status).toBe(200);
    },
  );

  test('HEAD gets the headers of the body, but no body', async () => {
    client.send('HEAD /rpc HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await client.response({ toHead: true })).toMatchObject({
      status: 405,
      headers: { allow: ['POST'], 'content-length': ['31'] },
    });
    client.send(post('/rpc', call('add', { a: 1, b: 2 })));
    expect((await client.response()).status).toBe(200);
  });

  test('a response with an invalid header becomes 500 and is logged', async () => {
    client.send(post('/rpc', call('forbid')));
    expect(await client.response()).toMatchObject({
      status: 500,
      body: '{"detail":"Internal Server Error"}',
    });
    expect(logger.entries).toMatchObject([
      { message: expect.stringContaining('Response replaced') as string },
    ]);
  });
});

describe('a body that is not read', () => {
  const tooLong = 'x'.repeat(100_000);

  test.each([
    ['415', post('/rpc', tooLong, { 'content-type': 'text/plain' })],
    ['413', post('/rpc', tooLong)],
    ['404', post('/elsewhere', tooLong)],
    ['405', post('/rpc', tooLong).replace('POST', 'PUT')],
  ])('a connection stays usable after %s to a body that was not read', async (status, request) => {
    client.send(request);
    expect((await client.response()).status).toBe(Number(status));
    client.send(post('/rpc', call('add', { a: 1, b: 2 })));
    expect((await client.response()).status).toBe(200);
  });

  test('a connection stays usable after 413 in the middle of a chunked body', async () => {
    client.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }), chunk('x'.repeat(1001)));
    expect((await client.response()).status).toBe(413);
    client.send(chunk(tooLong), chunk(''), post('/rpc', call('add', { a: 1, b: 2 })));
    expect((await client.response()).status).toBe(200);
  });

  test('a connection stays usable after 415 when other code has paused the request', async () => {
    const listener = jsonRpc(new Api().bindEntrypoint(new Entrypoint('/rpc')));
    const server = createServer((incoming, outgoing) => listener(incoming.pause(), outgoing));
    const other = new RawClient(await listen(server));
    const request = post('/rpc', tooLong, { 'content-type': 'text/plain' });
    other.send(request, request);
    expect((await other.response()).status).toBe(415);
    expect((await other.response()).status).toBe(415);
  });

  test('a connection is closed after 413 when the body does not end', async () => {
    client.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }), chunk('x'.repeat(1001)));
    expect((await client.response()).status).toBe(413);
    const piece = chunk('x'.repeat(1024 * 1024));
    const sendOn = (): void => {
      while (client.socket.writable && client.socket.write(piece));
    };
    client.socket.on('drain', sendOn);
    sendOn();
    await client.closed;
  });
});

test('a client that expects 100-continue gets it before it sends the body', async () => {
  const body = call('add', { a: 1, b: 2 });
  const length = String(Buffer.byteLength(body));
  client.send(post('/rpc', '', { expect: '100-continue', 'content-length': length }));
  expect((await client.response()).status).toBe(100);
  client.send(body);
  expect((await client.response()).status).toBe(200);
});

describe('a wrong content-length', () => {
  test('a content-length that is too short gets 400 for the rest of the body', async () => {
    client.send(post('/rpc', call('add', { a: 1, b: 2 }), { 'content-length': '10' }));
    expect((await client.response()).status).toBe(400);
    await client.closed;
  });

  test('a content-length that is too long runs no call when the client disconnects', async () => {
    client.send(post('/rpc', call('wait'), { 'content-length': '999' })).socket.end();
    await client.closed;
    expect(events).toEqual([]);
  });
});

test('pipelined requests get their responses in order', async () => {
  client.send(
    post('/rpc', call('wait', {}, 1)),
    post('/rpc', call('add', { a: 1, b: 2 }, 2)),
    post('/rpc', call('add', { a: 3, b: 4 }, 3)),
  );
  await whenEvent('waiting');
  goOn('done');
  expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"done"}');
  expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":2,"result":3}');
  expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":3,"result":7}');
});

test('background tasks run after the response has been sent', async () => {
  client.send(post('/rpc', call('later')));
  expect((await client.response()).body).toContain('now');
  await whenEvent('task');
});

describe('a client that disconnects', () => {
  test('a client that disconnects during a call fires its signal, and the teardown still runs', async () => {
    client.send(post('/rpc', call('wait')));
    await whenEvent('waiting');
    client.socket.destroy();
    await whenEvent('gone');
    goOn('too late');
    await whenEvent('closed');
    expect(events).toEqual(['waiting', 'gone', 'closed']);
  });

  test('a client that disconnects during its response does not delay the teardown', async () => {
    client.socket.pause();
    client.send(post('/rpc', call('large')));
    client.socket.once('readable', () => client.socket.destroy());
    await whenEvent('closed');
    expect(events).toEqual(['closed']);
  });

  test('a client that disconnects ends the pipelined responses that wait for their turn', async () => {
    client.send(post('/rpc', call('wait')), post('/rpc', call('large')));
    await whenEvent('waiting');
    client.socket.destroy();
    await whenEvent('gone');
    // The second response has never been sent, because the first one is still being computed.
    await whenEvent('closed');
    expect(events).toEqual(['waiting', 'gone', 'closed']);
  });

  test('a client that disconnects after its response fires no signal', async () => {
    client.send(post('/rpc', call('wait')));
    await whenEvent('waiting');
    goOn('done');
    await client.response();
    await whenEvent('closed');
    client.socket.destroy();
    await client.closed;
    const other = new RawClient(port).send(post('/rpc', call('add', { a: 1, b: 2 })));
    await other.response();
    expect(events).toEqual(['waiting', 'closed']);
  });
});

test('binding an entrypoint after jsonRpc() throws', () => {
  const api = new Api();
  jsonRpc(api);
  expect(() => api.bindEntrypoint(new Entrypoint('/late'))).toThrow(
    "Api: can't add /late, because the api is already mounted",
  );
});
