import {
  Api,
  backgroundTasks,
  dependency,
  Entrypoint,
  type JsonRpcMiddleware,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { EventLog } from './event-log.js';
import { adapters } from './servers.js';
import type { Serving } from './servers/server.js';

describe.each(adapters)('connections of $name', ({ serve }) => {
  let events: EventLog;
  let serving: Serving;
  let client: RawClient;
  beforeEach(async () => {
    events = new EventLog();
    const middleware = { header: ['x-app', 'yes'], onEvent: () => undefined } as const;
    serving = await serve({ apis: [{ api: recordingApi(events) }], middleware });
    client = new RawClient(serving.port);
  });
  afterEach(() => serving.close());

  test('a disconnect aborts the signal of the running call and then runs its teardown', async () => {
    client.send(post('/rpc', call('wait')));
    await events.waitFor('waiting');
    client.socket.destroy();
    await events.waitFor('aborted');
    events.resume();
    await events.waitFor('teardown');
    expect(events.recorded).toEqual(['waiting', 'aborted', 'teardown']);
  });

  test('the teardown runs when the client disconnects in the middle of the response', async () => {
    client.socket.pause();
    client.send(post('/rpc', call('large')));
    client.socket.once('readable', () => client.socket.destroy());
    await events.waitFor('teardown');
    expect(events.recorded).toEqual(['teardown']);
  });

  test('no method runs when the client disconnects in the middle of its request', async () => {
    client.send(post('/rpc', call('wait'), { 'content-length': '999' })).socket.end();
    await client.closed;
    expect(events.recorded).toEqual([]);
  });

  test('the client receives its response before teardowns and background tasks run', async () => {
    client.send(post('/rpc', call('later')));
    expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"now"}');
    await events.waitFor('teardown');
    await events.waitFor('task');
    expect(events.recorded).toEqual(['teardown', 'task']);
  });

  test('a call is committed before its middlewares continue, and is closed after its response', async () => {
    client.send(post('/rpc', call('transfer', { fails: false })));
    expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"done"}');
    await events.waitFor('teardown');
    expect(events.recorded).toEqual(['handler', 'commit', 'logged success', 'teardown']);
  });

  test('a middleware sees a failed commit as an exception', async () => {
    client.send(post('/rpc', call('transfer', { fails: true })));
    expect((await client.response()).body).toContain('"code":-32603');
    await events.waitFor('logged failure');
    expect(events.recorded).toEqual(['handler', 'commit', 'logged failure']);
  });

  test('pipelined requests get their responses in order', async () => {
    client.send(post('/rpc', call('wait', {}, 1)), post('/rpc', call('later', {}, 2)));
    await events.waitFor('waiting');
    events.resume();
    expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"done"}');
    expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":2,"result":"now"}');
  });

  test('the client receives 413 before it has sent the rest of a chunked body, and reuses the connection', async () => {
    client.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }), chunk('x'.repeat(1001)));
    expect((await client.response()).status).toBe(413);
    client.send(chunk('x'.repeat(100_000)), chunk(''), post('/rpc', call('later')));
    expect((await client.response()).status).toBe(200);
  });

  test.each([
    ['413', {}],
    ['415', { 'content-type': 'text/plain' }],
    ['415', { 'content-type': 'text' }],
  ])(
    'the client receives %s before it has sent its body, and reuses the connection',
    async (status, headers) => {
      client.send(post('/rpc', 'x', { 'content-length': '100000', ...headers }));
      expect((await client.response()).status).toBe(Number(status));
      client.send('x'.repeat(99_999), post('/rpc', call('later')));
      expect((await client.response()).status).toBe(200);
    },
  );
});

/** Creates an api whose methods record events. */
function recordingApi(events: EventLog): Api {
  const opened = dependency({}, function* () {
    yield 'open';
    events.record('teardown');
  });
  const rpc = new Entrypoint('/rpc', {
    limits: { maxBodyBytes: 1000, maxResultBytes: Infinity, maxResponseBytes: Infinity },
  });
  rpc.method('wait', { args: { opened, signal } }, async ({ signal: abortSignal }) => {
    abortSignal.addEventListener('abort', () => events.record('aborted'));
    events.record('waiting');
    await events.resumed;
    return 'done';
  });
  rpc.method('later', { args: { opened, tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(() => events.record('task'));
    return 'now';
  });
  const logOutcome: JsonRpcMiddleware = async (ctx, next) => {
    await next().catch(() => undefined);
    events.record(ctx.exception === undefined ? 'logged success' : 'logged failure');
  };
  const transaction = dependency(
    { opened, fails: v.boolean() },
    function* ({ fails }) {
      yield 'transaction';
      events.record('commit');
      if (fails) throw new Error('The commit failed');
    },
    { teardown: 'before-response' },
  );
  rpc.method('transfer', { args: { transaction }, middlewares: [logOutcome] }, () => {
    events.record('handler');
    return 'done';
  });
  rpc.method('large', { args: { opened } }, () => 'x'.repeat(24 * 1024 * 1024));
  return new Api({ logger: { error: () => undefined, warn: () => undefined } }).bindEntrypoint(rpc);
}
