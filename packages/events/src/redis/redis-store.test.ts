import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { describe, expect, test } from 'vitest';
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

// `test/stores.ts` says how to run the tests on a Redis server.
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
