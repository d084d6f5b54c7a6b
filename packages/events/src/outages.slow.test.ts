import { randomUUID } from 'node:crypto';
import { Entrypoint } from '@jsonrpc-kit/core';
import { Pool } from 'pg';
import { createClient } from 'redis';
import * as v from 'valibot';
import { type TestContext, test, vi } from 'vitest';
import { type Break, BreakableProxy } from '../test/breakable-proxy.js';
import { type Message, serve, type TestClient } from '../test/serve.js';
import { channel } from './index.js';
import { postgresStore } from './postgres.js';
import { redisStore } from './redis.js';
import type { EventStore } from './store.js';

const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;

/** How long to wait until everything works again, in milliseconds. */
const RECOVERY = { timeout: 20_000, interval: 500 };

type OnClose = TestContext['onTestFinished'];

/** Opens a store, and closes it at the end of the test. */
async function openPostgres(url: string, onClose: OnClose): Promise<EventStore> {
  const table = `outages_${randomUUID().replaceAll('-', '')}`;
  const pool = new Pool({ connectionString: url, max: 8 });
  pool.on('error', () => undefined);
  const store = postgresStore({ database: pool, table });
  await store.createTables();
  onClose(async () => {
    await store.close();
    await pool.query(`drop table ${table}, ${table}_keys; drop sequence ${table}_version`);
    await pool.end();
  });
  return store;
}

async function openRedis(url: string, onClose: OnClose): Promise<EventStore> {
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  const store = redisStore({ client, prefix: `outages-${randomUUID()}` });
  onClose(async () => {
    await store.close();
    client.destroy();
  });
  return store;
}

type Case = readonly [
  name: string,
  how: Break,
  url: string,
  open: (url: string, onClose: OnClose) => Promise<EventStore>,
];

const CASES: readonly Case[] = (['refused', 'silent'] as const).flatMap((how): Case[] => [
  ...(databaseUrl === undefined
    ? []
    : [['PostgreSQL', how, databaseUrl, openPostgres] satisfies Case]),
  ...(redisUrl === undefined ? [] : [['Redis', how, redisUrl, openRedis] satisfies Case]),
]);

// `reconnects.slow.test.ts` says how to run the tests with database servers.
test.concurrent.for(CASES)(
  '%s that is %s: subscriptions continue or get their last word, and publishing fails',
  { timeout: 180_000 },
  async ([, how, target, open], { expect, onTestFinished }) => {
    const proxy = await BreakableProxy.open(target);
    const numbers = channel('numbers', {
      key: v.string(),
      event: v.number(),
      store: await open(proxy.url, onTestFinished),
    });
    const rpc = new Entrypoint('/rpc', { timeout: 3_000 });
    rpc.subscription('numbers', { args: { feed: numbers.feed } }, ({ feed }) => feed('a'));
    rpc.method('publish', { args: { event: v.number() } }, async ({ event }) => {
      await numbers.publish('a', event);
      return null;
    });
    const server = await serve(rpc);
    onTestFinished(() => server.close());
    onTestFinished(() => proxy.repair());

    const publisher = await server.connect();
    let event = 0;
    const published: number[] = [];
    /** Publishes a new event. Returns the error. */
    const publish = async (): Promise<Message> => {
      event += 1;
      const own = event;
      publisher.call('publish', { event });
      const { error } = await publisher.find(({ id }) => id === own);
      if (error === undefined) published.push(own);
      return error;
    };
    const eventsOf = (client: TestClient): number[] =>
      client.received.flatMap(({ params }) =>
        params?.result === undefined ? [] : [params.result],
      );

    const subscriber = await server.connect();
    subscriber.call('numbers.subscribe');
    await subscriber.receive(1);
    expect(await publish()).toBeUndefined();
    await subscriber.receive(2);

    // A short outage. A statement that nothing has responded to may have been executed.
    proxy.break(how);
    expect([-32603, -32002]).toContain((await publish()).code);
    proxy.repair();
    await expect.poll(publish, RECOVERY).toBeUndefined();
    await expect
      .poll(() => eventsOf(subscriber), RECOVERY)
      .toEqual(expect.arrayContaining(published));

    // A long outage.
    const brokenAt = Date.now();
    proxy.break(how);
    const lastWord = await subscriber.find(({ params }) => params?.error !== undefined);
    const seconds = (Date.now() - brokenAt) / 1_000;
    expect(lastWord.params.error).toEqual({
      code: -32000,
      message: 'Service Unavailable',
      data: { status: 503, detail: 'The events are unavailable' },
    });
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThan(50);
    expect((await publish()).code).toBeOneOf([-32603, -32002]);
    proxy.repair();
    await expect.poll(publish, RECOVERY).toBeUndefined();

    // The subscriber resumes, and has missed nothing.
    const { cursor } = subscriber.received.findLast(({ params }) => params?.cursor).params;
    const resumed = await server.connect();
    resumed.call('numbers.subscribe', {}, { cursor });
    const history = async (): Promise<number[]> =>
      (await numbers.read('a', { limit: 1_000 })).map((item) => item.event);
    await expect.poll(history, RECOVERY).toEqual(expect.arrayContaining(published));
    // A statement of the outage may be executed as late as now.
    await vi.waitFor(async () => {
      const events = [...eventsOf(subscriber), ...eventsOf(resumed)];
      expect(events).toEqual(await history());
    }, RECOVERY);
  },
);
