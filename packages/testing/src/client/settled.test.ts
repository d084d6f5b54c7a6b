import { Api, backgroundTasks, dependency, Entrypoint } from '@jsonrpc-kit/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
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
  const entrypoint = new Entrypoint('/rpc', { schedulerOptions: { concurrency: 1 } });
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

describe.each(frameworkApps)('through $name, settled() waits for', ({ create }) => {
  let client: JsonRpcTestClient;
  beforeEach(() => {
    client = new JsonRpcTestClient(create(createApi()), { url: '/rpc' });
    return () => client.close();
  });

  test('teardowns after the response', async () => {
    await client.jsonrpc('tear-down');
    expect(events).toEqual(['handler']);
    release();
    await client.settled();
    expect(events).toEqual(['handler', 'teardown']);
  });

  test('background tasks', async () => {
    await client.batch([{ method: 'task' }, { method: 'task' }]);
    release();
    await client.settled();
    expect(events).toEqual(['task', 'task']);
  });

  test('notifications, those that wait for their turn too', async () => {
    await client.notify('work');
    await client.notify('work');
    expect(events).toEqual([]);
    release();
    await client.settled();
    expect(events).toEqual(['work', 'work']);
  });

  test('requests that the test does not wait for, and then for what those begin', async () => {
    const answer = client.jsonrpc('task');
    const settled = client.settled().then(() => events.push('settled'));
    await answer;
    // Long enough to be settled, were it not for the task.
    await new Promise((resolve) => setImmediate(resolve));
    release();
    await settled;
    expect(events).toEqual(['task', 'settled']);
  });

  test('a limited time, and then names what goes on', async () => {
    await client.jsonrpc('task');
    await client.notify('work');
    await expect(client.settled({ timeout: 1 })).rejects.toThrow(
      'Still at work after 1 ms: task, the notification work. ' +
        'A request, a notification, a teardown or a background task of it does not end.',
    );
    release();
  });
});

test('close() waits likewise', async () => {
  const client = new JsonRpcTestClient(createApi());
  await client.notify('work');
  release();
  await client.close();
  expect(events).toEqual(['work']);
});

test('settled() waits without a limit where the timeout is Infinity', async () => {
  const client = new JsonRpcTestClient(createApi());
  await client.notify('work');
  const settled = client.settled({ timeout: Infinity }).then(() => events.push('settled'));
  // A timer that overflows lasts a millisecond, so it would fire before this one.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(events).toEqual([]);
  release();
  await settled;
  expect(events).toEqual(['work', 'settled']);
  await client.close();
});

test("another client's requests are not waited for", async () => {
  const api = createApi();
  const [one, other] = [new JsonRpcTestClient(api), new JsonRpcTestClient(api)];
  await one.notify('work');
  await other.settled();
  expect(events).toEqual([]);
  release();
  await one.close();
  await other.close();
});

test('a test that fakes the time has its limit all the same', async () => {
  vi.useFakeTimers();
  const client = new JsonRpcTestClient(createApi());
  await client.notify('work');
  await expect(client.settled({ timeout: 1 })).rejects.toThrow('Still at work');
  vi.useRealTimers();
  release();
  await client.close();
});
