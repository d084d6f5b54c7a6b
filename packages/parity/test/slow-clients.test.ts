import { Api, backgroundTasks, dependency, Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, chunk, post, RawClient } from '../../node/test/raw-client.js';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';
import { Told } from './told.js';

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

describe.each([node, ...frameworks])('$name', ({ serve }) => {
  let told: Told;
  let serving: Serving;
  beforeEach(async () => {
    told = new Told();
    serving = await serve({ apis: [{ api: slowApi(told) }] });
  });
  afterEach(() => serving.close());

  const connectTo = (): RawClient => new RawClient(serving.port);

  describe('responds with 408 and closes the connection', () => {
    test.each([
      ['none of the body arrives', post('/rpc', '', { 'content-length': '10' })],
      ['the body stops in the middle', post('/rpc', '{"jsonrpc"', { 'content-length': '99' })],
      ['a chunked body does not end', post('/rpc', '', { 'transfer-encoding': 'chunked' })],
    ])('when %s', async (_, request) => {
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

    test('when the body trickles in without an end', async () => {
      const client = connectTo().send(post('/rpc', '', { 'transfer-encoding': 'chunked' }));
      const trickle = setInterval(() => client.send(chunk(' ')), 5);
      expect((await client.response()).status).toBe(408);
      await client.closed;
      clearInterval(trickle);
    });
  });

  describe('closes the connection of a client that does not read its response', () => {
    test('and runs the teardowns and background tasks', async () => {
      const client = connectTo();
      client.socket.pause();
      client.send(post('/rpc', large('only')));
      await told.when('closed only');
      await told.when('task of only');
      client.socket.resume();
      await client.closed;
      expect(client.socket.bytesRead).toBeLessThan(LARGE);
    });

    test('with all its pipelined requests', async () => {
      const client = connectTo();
      client.socket.pause();
      client.send(post('/rpc', large('first')), post('/rpc', large('second')));
      await told.when('closed first');
      await told.when('closed second');
      client.socket.resume();
      await client.closed;
      expect(client.socket.bytesRead).toBeLessThan(LARGE);
    });
  });

  test('gives a pipelined response its time once those before it have been sent', async () => {
    const client = connectTo();
    client.send(post('/rpc', call('wait')), post('/rpc', call('ping', {}, 2)));
    await told.when('pinged');
    // The time limit of a response to another client passes meanwhile.
    const other = connectTo();
    other.socket.pause();
    other.send(post('/rpc', large('only')));
    await told.when('closed only');
    told.goOn();
    expect((await client.response()).body).toContain('"waited"');
    expect((await client.response()).body).toContain('"pong"');
  });
});

/** A call whose response is larger than what the operating system buffers. */
function large(name: string): string {
  return call('large', { name });
}

function slowApi(told: Told): Api {
  const rpc = new Entrypoint('/rpc', {
    bodyTimeout: 50,
    sendTimeout: 50,
    maxResultBytes: Infinity,
    maxResponseBytes: Infinity,
  });
  const opened = dependency({ name: v.string() }, function* ({ name }) {
    yield name;
    told.tell(`closed ${name}`);
  });
  rpc.method('large', { args: { opened, tasks: backgroundTasks } }, ({ opened: name, tasks }) => {
    tasks.add(() => told.tell(`task of ${name}`));
    return 'x'.repeat(LARGE);
  });
  rpc.method('wait', {}, async () => {
    await told.going;
    return 'waited';
  });
  rpc.method('ping', {}, () => {
    told.tell('pinged');
    return 'pong';
  });
  return new Api().bindEntrypoint(rpc);
}
