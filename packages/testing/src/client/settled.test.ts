import {
  addInstrumentation,
  Api,
  backgroundTasks,
  dependency,
  Entrypoint,
} from '@jsonrpc-kit/core';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { frameworkApps } from '../../test/framework-apps.js';
import { JsonRpcTestClient } from '../index.js';

const silent = { error: () => undefined, warn: () => undefined };

let events: string[];
let release: () => void;
let work: Promise<void>;
beforeEach(() => {
  events = [];
  work = new Promise((resolve) => (release = resolve));
});

const slow = dependency({}, async function* slow() {
  yield;
  await work;
  events.push('teardown');
});

function createApi(): Api {
  const entrypoint = new Entrypoint('/rpc', { concurrency: 1 });
  entrypoint.method('tear-down', { dependencies: [slow] }, () => void events.push('handler'));
  entrypoint.method('task', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(async () => {
      await work;
      events.push('task');
    });
  });
  entrypoint.method('work', {}, async () => {
    await work;
    events.push('work');
  });
  return new Api({ logger: silent }).bindEntrypoint(entrypoint);
}

describe.each(frameworkApps)('settled() of a client of $name', ({ create }) => {
  let client: JsonRpcTestClient;
  beforeEach(() => {
    client = new JsonRpcTestClient(create(createApi()), { url: '/rpc' });
    return () => client.close();
  });

  test('waits for teardowns after the response', async () => {
    await client.jsonrpc('tear-down');
    expect(events).toEqual(['handler']);
    release();
    await client.settled();
    expect(events).toEqual(['handler', 'teardown']);
  });

  test('waits for background tasks', async () => {
    await client.batch([{ method: 'task' }, { method: 'task' }]);
    release();
    await client.settled();
    expect(events).toEqual(['task', 'task']);
  });

  test('waits for notifications, including queued ones', async () => {
    await client.notify('work');
    await client.notify('work');
    expect(events).toEqual([]);
    release();
    await client.settled();
    expect(events).toEqual(['work', 'work']);
  });

  test('waits for requests without a response yet, and for what they start', async () => {
    const response = client.jsonrpc('task');
    const settled = client.settled().then(() => events.push('settled'));
    await response;
    // Long enough to settle if the task were not pending.
    await new Promise((resolve) => setImmediate(resolve));
    release();
    await settled;
    expect(events).toEqual(['task', 'settled']);
  });

  test('rejects after the timeout, naming the unfinished work', async () => {
    await client.jsonrpc('task');
    await client.notify('work');
    await expect(client.settled({ timeout: 1 })).rejects.toThrow(
      'Timed out after 1 ms waiting for task, the notification work. ' +
        'A handler, a teardown or a background task has not finished.',
    );
    release();
  });
});

describe('settled() of a client with a connection', () => {
  test('waits for a notification, and names its connection after the timeout', async () => {
    await using client = new JsonRpcTestClient(createApi());
    const connection = await client.connect();
    connection.send({ jsonrpc: '2.0', method: 'work' });
    await expect(client.settled({ timeout: 1 })).rejects.toThrow(
      'Timed out after 1 ms waiting for a message on the connection to /rpc. ',
    );
    release();
    await client.settled();
    expect(events).toEqual(['work']);
  });

  test('waits for messages that the api has not read yet', async () => {
    release();
    await using client = new JsonRpcTestClient(createApi());
    const connection = await client.connect();
    // More than the api reads in one turn of the event loop.
    for (let count = 0; count < 600; count += 1) {
      connection.send({ jsonrpc: '2.0', method: 'work' });
    }
    await client.settled();
    expect(events).toHaveLength(600);
  });

  test('waits for a call whose connection was closed', async () => {
    await using client = new JsonRpcTestClient(createApi());
    const connection = await client.connect();
    const begun = new Promise<void>((resolve) => {
      onTestFinished(addInstrumentation({ call: () => resolve() }));
    });
    const call = connection.jsonrpc('work');
    await begun;
    connection.disconnect();
    await expect(call).rejects.toThrow('The connection was closed: 1006');
    const settled = client.settled();
    release();
    await settled;
    expect(events).toEqual(['work']);
  });

  test('waits for teardowns and background tasks after the response', async () => {
    await using client = new JsonRpcTestClient(createApi());
    const connection = await client.connect();
    await connection.jsonrpc('task');
    await connection.jsonrpc('tear-down');
    release();
    await client.settled();
    expect(events.toSorted()).toEqual(['handler', 'task', 'teardown']);
  });
});

test('close() waits for notifications', async () => {
  const client = new JsonRpcTestClient(createApi());
  await client.notify('work');
  release();
  await client.close();
  expect(events).toEqual(['work']);
});

test('close() rejects after its timeout and then counts as closed', async () => {
  const client = new JsonRpcTestClient(createApi());
  await client.notify('work');
  await expect(client.close({ timeout: 1 })).rejects.toThrow('Timed out after 1 ms');
  await expect(client.jsonrpc('work')).rejects.toThrow('This JsonRpcTestClient is closed');
  release();
});

test('Symbol.asyncDispose closes the client', async () => {
  const client = new JsonRpcTestClient(createApi());
  await client.notify('work');
  release();
  await client[Symbol.asyncDispose]();
  expect(events).toEqual(['work']);
  await expect(client.jsonrpc('work')).rejects.toThrow('This JsonRpcTestClient is closed');
});

test('settled() waits without a limit if the timeout is Infinity', async () => {
  const client = new JsonRpcTestClient(createApi());
  await client.notify('work');
  const settled = client.settled({ timeout: Infinity }).then(() => events.push('settled'));
  // A timer that overflows would fire after one millisecond, before this one.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(events).toEqual([]);
  release();
  await settled;
  expect(events).toEqual(['work', 'settled']);
  await client.close();
});

test('settled() does not wait for the requests of another client', async () => {
  const api = createApi();
  const [one, other] = [new JsonRpcTestClient(api), new JsonRpcTestClient(api)];
  await one.notify('work');
  await other.settled();
  expect(events).toEqual([]);
  release();
  await one.close();
  await other.close();
});

test('the timeout works with fake timers', async () => {
  vi.useFakeTimers();
  const client = new JsonRpcTestClient(createApi());
  await client.notify('work');
  await expect(client.settled({ timeout: 1 })).rejects.toThrow('Timed out');
  vi.useRealTimers();
  release();
  await client.close();
});
