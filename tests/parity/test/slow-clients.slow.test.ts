import { Api, type ApiOptions, backgroundTasks, dependency, Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { adapters, frameworks } from './servers.js';
import { fetchHandler } from './servers/fetch.js';
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

// core/fetch is left out: its runtime doesn't report when a client has received a response, so its
// teardowns run before that.
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

test('core/fetch closes the connection when a client does not read its response within sendTimeout', async () => {
  events = new EventLog();
  const api = slowApi(events, { maxHeldBytes: LARGE });
  serving = await fetchHandler.serve({ apis: [{ api }] });
  const client = connectTo().send(post('/rpc', large('only')));
  await new Promise((resolve) => client.socket.once('data', resolve));
  client.socket.pause();
  // The response doesn't leave room for another request until it is closed.
  const ping = connectTo();
  await vi.waitFor(async () => {
    expect((await ping.send(post('/rpc', call('ping'))).response()).status).toBe(200);
  });
  client.socket.resume();
  await client.closed;
  expect(client.socket.bytesRead).toBeLessThan(LARGE);
  await serving.close();
});

describe.each(adapters)('unread responses of $name', (server) => {
  test.each(['with', 'without'])(
    'closes the responses that have been unread longest when they exceed maxHeldBytes, %s a teardown after the response',
    async (teardown) => {
      events = new EventLog();
      const dependencies =
        teardown === 'with'
          ? [
              dependency({}, function* () {
                yield 1;
              }),
            ]
          : [];
      const rpc = new Entrypoint('/rpc', {
        messageDependencies: dependencies,
        limits: { maxResultBytes: Infinity },
      });
      rpc.method('large', {}, () => 'x'.repeat(16 * 1024 * 1024));
      rpc.method('ping', {}, () => 'pong');
      const api = new Api({ maxHeldBytes: 40 * 1024 * 1024 }).bindEntrypoint(rpc);
      serving = await server.serve({ apis: [{ api }] });
      try {
        const clients: RawClient[] = [];
        for (let count = 0; count < 5; count += 1) {
          const client = connectTo();
          clients.push(client);
          client.send(post('/rpc', call('large')));
          // The first bytes of the response.
          await new Promise((resolve) => client.socket.once('data', resolve));
          client.socket.pause();
        }
        const [first, second, third, fourth, fifth] = clients;
        for (const client of clients) client.socket.resume();
        await Promise.all([first?.closed, second?.closed, third?.closed]);
        expect(first?.socket.bytesRead).toBeLessThan(16 * 1024 * 1024);
        for (const client of [fourth, fifth]) {
          expect((await client?.response())?.body).toHaveLength(16 * 1024 * 1024 + 36);
        }
        expect(
          (
            await connectTo()
              .send(post('/rpc', call('ping')))
              .response()
          ).status,
        ).toBe(200);
      } finally {
        await serving.close();
      }
    },
  );
});

/** Returns a call whose response is larger than the socket buffers of the operating system. */
function large(name: string): string {
  return call('large', { name });
}

function slowApi(log: EventLog, options: ApiOptions = {}): Api {
  const rpc = new Entrypoint('/rpc', {
    limits: {
      bodyTimeout: 50,
      sendTimeout: 50,
      maxResultBytes: Infinity,
      maxResponseBytes: Infinity,
    },
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
  return new Api(options).bindEntrypoint(rpc);
}
