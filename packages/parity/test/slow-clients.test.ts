import { Api, backgroundTasks, dependency, Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, chunk, post, RawClient } from '../../node/test/raw-client.js';
import { adapters, frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Server, Serving } from './servers/server.js';
import { EventLog } from './event-log.js';

const LARGE = 48 * 1024 * 1024;

const TIMED_OUT = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32600,
    message: 'Invalid Request',
    data: {
      errors: [
        { loc: ['<body>'], msg: 'The body did not arrive within 50 ms', type: 'body_timeout' },
      ],
    },
  },
});

let events: EventLog;
let serving: Serving;
const connectTo = (): RawClient => new RawClient(serving.port);

/** Starts a server with the slow api before each test of a block. */
function serveSlowApi({ serve }: Server): void {
  beforeEach(async () => {
    events = new EventLog();
    serving = await serve({ apis: [{ api: slowApi(events) }] });
  });
  afterEach(() => serving.close());
}

describe.each(adapters)('bodies that do not arrive at $name', (server) => {
  serveSlowApi(server);

  test.each([
    ['none of the body arrives', post('/rpc', '', { 'content-length': '10' })],
    ['the body stops in the middle', post('/rpc', '{"jsonrpc"', { 'content-length': '99' })],
    ['a chunked body does not end', post('/rpc', '', { 'transfer-encoding': 'chunked' })],
  ])('responds with 408 and closes the connection when %s', async (_, request) => {
    const client = connectTo().send(request);
    expect(await client.response()).toMatchObject({
      status: 408,
      headers: {
        'content-type': ['application/json'],
        'content-length': [String(TIMED_OUT.length)],
        'x-content-type-options': ['nosniff'],
        connection: ['close'],
      },
      body: TIMED_OUT,
    });
    await client.closed;
  });

  test('responds with 408 and closes the connection when the body arrives slowly and never ends', async () => {
    const client = connectTo().send(post('/rpc', '', { 'transfer-encoding': 'chunked' }));
    const trickle = setInterval(() => client.send(chunk(' ')), 5);
    expect((await client.response()).status).toBe(408);
    await client.closed;
    clearInterval(trickle);
  });
});

// core/fetch is left out: its runtime decides how long a client may take to read a response.
describe.each([node, ...frameworks])('responses of $name to slow clients', (server) => {
  serveSlowApi(server);

  test('runs teardowns and background tasks, and closes the connection, when a client does not read its response', async () => {
    const client = connectTo();
    client.socket.pause();
    client.send(post('/rpc', large('only')));
    await events.waitFor('teardown of only');
    await events.waitFor('task of only');
    client.socket.resume();
    await client.closed;
    expect(client.socket.bytesRead).toBeLessThan(LARGE);
  });

  test('closes the connection with all its pipelined requests when a client does not read a response', async () => {
    const client = connectTo();
    client.socket.pause();
    client.send(post('/rpc', large('first')), post('/rpc', large('second')));
    await events.waitFor('teardown of first');
    await events.waitFor('teardown of second');
    client.socket.resume();
    await client.closed;
    expect(client.socket.bytesRead).toBeLessThan(LARGE);
  });

  test('starts the send timeout of a pipelined response when all earlier responses have been sent', async () => {
    const client = connectTo();
    client.send(post('/rpc', call('wait')), post('/rpc', call('ping', {}, 2)));
    await events.waitFor('pinged');
    // In the meantime, the send timeout of a response to another client expires.
    const other = connectTo();
    other.socket.pause();
    other.send(post('/rpc', large('only')));
    await events.waitFor('teardown of only');
    events.resume();
    expect((await client.response()).body).toContain('"waited"');
    expect((await client.response()).body).toContain('"pong"');
  });
});

/** Returns a call whose response is larger than the socket buffers of the operating system. */
function large(name: string): string {
  return call('large', { name });
}

function slowApi(log: EventLog): Api {
  const rpc = new Entrypoint('/rpc', {
    bodyTimeout: 50,
    sendTimeout: 50,
    maxResultBytes: Infinity,
    maxResponseBytes: Infinity,
  });
  const opened = dependency({ name: v.string() }, function* ({ name }) {
    yield name;
    log.record(`teardown of ${name}`);
  });
  rpc.method('large', { args: { opened, tasks: backgroundTasks } }, ({ opened: name, tasks }) => {
    tasks.add(() => log.record(`task of ${name}`));
    return 'x'.repeat(LARGE);
  });
  rpc.method('wait', {}, async () => {
    await log.resumed;
    return 'waited';
  });
  rpc.method('ping', {}, () => {
    log.record('pinged');
    return 'pong';
  });
  return new Api().bindEntrypoint(rpc);
}
