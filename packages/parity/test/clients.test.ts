import { Api, backgroundTasks, dependency, Entrypoint, signal } from '@jsonrpc-kit/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, chunk, post, RawClient } from '../../node/test/raw-client.js';
import { Told } from './told.js';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';

describe.each([node, ...frameworks])('a client of $name', ({ serve }) => {
  let told: Told;
  let serving: Serving;
  let client: RawClient;
  beforeEach(async () => {
    told = new Told();
    const around = { header: ['x-app', 'yes'], told: () => undefined } as const;
    serving = await serve({ apis: [{ api: tellingApi(told) }], around });
    client = new RawClient(serving.port);
  });
  afterEach(() => serving.close());

  test('that goes away fires the signal, and the teardown runs all the same', async () => {
    client.send(post('/rpc', call('wait')));
    await told.when('waiting');
    client.socket.destroy();
    await told.when('gone');
    told.goOn();
    await told.when('closed');
    expect(told.events).toEqual(['waiting', 'gone', 'closed']);
  });

  test('that goes away in the middle of its answer holds no teardown back', async () => {
    client.socket.pause();
    client.send(post('/rpc', call('large')));
    client.socket.once('readable', () => client.socket.destroy());
    await told.when('closed');
    expect(told.events).toEqual(['closed']);
  });

  test('that goes away in the middle of its request is called for nothing', async () => {
    client.send(post('/rpc', call('wait'), { 'content-length': '999' })).socket.end();
    await client.closed;
    expect(told.events).toEqual([]);
  });

  test('has its answer before teardowns and background tasks run', async () => {
    client.send(post('/rpc', call('later')));
    expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"now"}');
    await told.when('closed');
    await told.when('task');
    expect(told.events).toEqual(['closed', 'task']);
  });

  test('has its answers in the order of its requests', async () => {
    client.send(post('/rpc', call('wait', {}, 1)), post('/rpc', call('later', {}, 2)));
    await told.when('waiting');
    told.goOn();
    expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"done"}');
    expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":2,"result":"now"}');
  });

  test('has an early answer in the middle of its body, and goes on on the same connection', async () => {
    client.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }), chunk('x'.repeat(1001)));
    expect((await client.response()).status).toBe(413);
    client.send(chunk('x'.repeat(100_000)), chunk(''), post('/rpc', call('later')));
    expect((await client.response()).status).toBe(200);
  });

  test.each([
    ['413', {}],
    ['415', { 'content-type': 'text/plain' }],
    ['415', { 'content-type': 'text' }],
  ])('that has %s need not wait until its body has left', async (status, headers) => {
    client.send(post('/rpc', 'x', { 'content-length': '100000', ...headers }));
    expect((await client.response()).status).toBe(Number(status));
    client.send('x'.repeat(99_999), post('/rpc', call('later')));
    expect((await client.response()).status).toBe(200);
  });
});

/** An api whose methods tell what becomes of them. */
function tellingApi(told: Told): Api {
  const opened = dependency({}, function* () {
    yield 'open';
    told.tell('closed');
  });
  const rpc = new Entrypoint('/rpc', {
    maxBodyBytes: 1000,
    maxResultBytes: Infinity,
    maxResponseBytes: Infinity,
  });
  rpc.method('wait', { args: { opened, signal } }, async ({ signal: gone }) => {
    gone.addEventListener('abort', () => told.tell('gone'));
    told.tell('waiting');
    await told.going;
    return 'done';
  });
  rpc.method('later', { args: { opened, tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(() => told.tell('task'));
    return 'now';
  });
  rpc.method('large', { args: { opened } }, () => 'x'.repeat(64 * 1024 * 1024));
  return new Api().bindEntrypoint(rpc);
}
