import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { channel } from '../index.js';
import { redisStore } from '../redis.js';

const url = process.env['REDIS_URL'];

test('the error of a client is logged, and does not end the process', async () => {
  const client = createClient({
    url: 'redis://127.0.0.1:1',
    socket: { reconnectStrategy: false },
  });
  const logged: object[] = [];
  redisStore({ client, logger: { warn: (details) => logged.push(details) } });
  await expect(client.connect()).rejects.toThrow('ECONNREFUSED');
  expect(logged).toMatchObject([{ err: { code: 'ECONNREFUSED' } }]);
});

test('a client of another package throws', () => {
  const client = { eval: async () => undefined, duplicate: () => undefined, on: () => undefined };
  expect(() => redisStore({ client: client as never })).toThrow(
    'redisStore(): client must be a connected client of the package redis',
  );
});

test('the store listens outside of the context of the call that uses it first', async () => {
  const context = new AsyncLocalStorage<string>();
  const contexts: (string | undefined)[] = [];
  const client = createClient();
  const duplicate = (): typeof client => {
    contexts.push(context.getStore());
    return createClient({ url: 'redis://127.0.0.1:1', socket: { reconnectStrategy: false } });
  };
  Object.defineProperties(client, { isReady: { value: true }, duplicate: { value: duplicate } });
  const store = redisStore({ client, logger: { warn: () => undefined } });
  onTestFinished(() => store.close());
  const numbers = channel('numbers', { key: v.string(), event: v.number(), store });
  const following = context.run('a call', async () => numbers.subscribe('a'));
  await vi.waitUntil(() => contexts.length > 0);
  expect(contexts).toEqual([undefined]);
  void following.catch(() => undefined);
});

test('a client that connects again after the store was closed has no error in its own listeners', async () => {
  const client = createClient();
  const duplicate = (): typeof client =>
    createClient({ url: 'redis://127.0.0.1:1', socket: { reconnectStrategy: false } });
  Object.defineProperties(client, {
    isReady: { value: true },
    duplicate: { value: duplicate },
    eval: { value: async () => [null, null, null, []] },
  });
  const store = redisStore({ client, logger: { warn: () => undefined } });
  const numbers = channel('numbers', { key: v.string(), event: v.number(), store });
  const stream = await numbers.subscribe('a');
  onTestFinished(() => stream.close());
  await store.close();
  expect(() => client.emit('ready')).not.toThrow();
});

// `test/stores.ts` says how to run the tests on a Redis server.
test.runIf(url !== undefined)('two databases of one server do not share their events', async () => {
  const received: string[] = [];
  const prefix = `test-${randomUUID()}`;
  const [first, second] = await Promise.all(
    [1, 2].map(async (number) => {
      const client = createClient({ url: `${url}/${number}` });
      await client.connect();
      const store = redisStore({ client, prefix });
      const events = channel('numbers', { key: v.string(), event: v.string(), store });
      onTestFinished(async () => {
        await store.close();
        await client.flushDb();
        client.destroy();
      });
      const stream = await events.subscribe('a');
      void (async () => {
        for await (const { event } of stream) received.push(`${number}: ${event}`);
      })();
      return events;
    }),
  );
  await first?.publish('a', 'of the first');
  await vi.waitFor(() => expect(received).toEqual(['1: of the first']));
  await second?.publish('a', 'of the second');
  await vi.waitFor(() => expect(received).toEqual(['1: of the first', '2: of the second']));
});

describe.runIf(url !== undefined)('the keys of a channel in Redis', () => {
  test.each([
    [Infinity, -1, -1],
    [1_000, 1_000, 30 * 24 * 60 * 60 * 1_000],
  ])('of which events expire after %d ms expire after %d and %d ms', async (age, ...expected) => {
    const client = createClient({ url: url ?? '' });
    await client.connect();
    const prefix = `test-${randomUUID()}`;
    const store = redisStore({ client, prefix });
    await store.open('numbers', { events: 10, age }).append('a', '1');
    const keys = [`${prefix}:{numbers:a}`, `${prefix}:{numbers:a}:numbers`];
    for (const [index, key] of keys.entries()) {
      const left = await client.pTTL(key);
      expect(left).toBeLessThanOrEqual(expected[index] ?? 0);
      expect(left).toBeGreaterThan((expected[index] ?? 0) - 900);
    }
    await store.close();
    await client.del(keys);
    client.destroy();
  });
});
