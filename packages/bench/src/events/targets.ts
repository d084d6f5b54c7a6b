import { PGlite } from '@electric-sql/pglite';
import { createRedisEventTarget } from '@graphql-yoga/redis-event-target';
import { createPubSub } from '@graphql-yoga/subscription';
import { channel, type EventStore, memoryStore } from '@jsonrpc-kit/events';
import { postgresStore } from '@jsonrpc-kit/events/postgres';
import { redisStore } from '@jsonrpc-kit/events/redis';
import type { Publisher } from '@orpc/experimental-publisher';
import { IORedisPublisher } from '@orpc/experimental-publisher/ioredis';
import { MemoryPublisher } from '@orpc/experimental-publisher/memory';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { createClient } from 'redis';
import * as v from 'valibot';

/** What is published: its time, and a text of about the size of a bank's movement. */
export interface BenchEvent {
  readonly sentAt: number;
  readonly text: string;
}

/** A publisher with subscribers in the same process, by way of a store if it has one. */
export interface Target {
  readonly name: string;
  publish(event: BenchEvent): unknown;
  /** Passes events on until the signal fires. Rejects if the target ends the subscription before. */
  subscribe(signal: AbortSignal, receive: (event: BenchEvent) => void): Promise<void>;
  close(): Promise<void>;
}

type Open = () => Promise<Target>;

const { DATABASE_URL, REDIS_URL } = process.env;
const unique = `bench_${process.pid}`;

function kit(
  name: string,
  openStore: () => Promise<EventStore>,
  close: () => Promise<void> = async () => undefined,
): Open {
  return async () => {
    const options = {
      key: v.string(),
      event: v.object({ sentAt: v.number(), text: v.string() }),
      history: { events: 100_000 },
      store: await openStore(),
    };
    const events = channel('events', options);
    return {
      name,
      publish: (event) => events.publish('all', event),
      subscribe: async (signal, receive) => {
        const stream = await events.subscribe('all');
        signal.addEventListener('abort', () => stream.close());
        for await (const { event } of stream) receive(event);
      },
      close: async () => {
        await options.store.close();
        await close();
      },
    };
  };
}

function orpc(name: string, publisher: Publisher<{ all: BenchEvent }>, close?: () => void): Target {
  return {
    name,
    publish: (event) => publisher.publish('all', event),
    subscribe: async (signal, receive) => {
      const options = { signal, maxBufferedEvents: 100_000 };
      for await (const event of publisher.subscribe('all', options)) receive(event);
    },
    close: async () => close?.(),
  };
}

type YogaOptions = Parameters<typeof createPubSub<{ all: [BenchEvent] }>>[0];

function yoga(name: string, options: YogaOptions, close?: () => void): Target {
  const pubSub = createPubSub<{ all: [BenchEvent] }>(options);
  return {
    name,
    publish: (event) => pubSub.publish('all', event),
    subscribe: async (signal, receive) => {
      const stream = pubSub.subscribe('all');
      signal.addEventListener('abort', () => void stream.return());
      for await (const event of stream) receive(event);
    },
    close: async () => close?.(),
  };
}

function openPglite(): Open {
  let database: PGlite | undefined;
  return kit(
    'PGlite',
    async () => {
      database = await PGlite.create();
      const store = postgresStore({ database });
      await store.createTables();
      return store;
    },
    async () => database?.close(),
  );
}

function openPostgres(url: string): Open {
  let pool: Pool | undefined;
  return kit(
    'PostgreSQL',
    async () => {
      pool = new Pool({ connectionString: url, max: 12 });
      const store = postgresStore({ database: pool, table: unique });
      await store.createTables();
      return store;
    },
    async () => {
      await pool?.query(`drop table ${unique}, ${unique}_keys; drop sequence ${unique}_version`);
      await pool?.end();
    },
  );
}

function openRedis(url: string): readonly Open[] {
  const client = createClient({ url });
  const connections = (): readonly [Redis, Redis] => [new Redis(url), new Redis(url)];
  return [
    kit(
      'Redis',
      async () => redisStore({ client: await client.connect(), prefix: unique }),
      async () => client.destroy(),
    ),
    async () => {
      const [commander, listener] = connections();
      // With a retention, events can be resumed, as with a channel.
      const options = { commander, listener, prefix: unique, resumeRetentionSeconds: 60 };
      return orpc('oRPC, Redis', new IORedisPublisher<{ all: BenchEvent }>(options), () => {
        commander.disconnect();
        listener.disconnect();
      });
    },
    async () => {
      const [publishClient, subscribeClient] = connections();
      const eventTarget = createRedisEventTarget({ publishClient, subscribeClient });
      return yoga('graphql-yoga, Redis', { eventTarget }, () => {
        publishClient.disconnect();
        subscribeClient.disconnect();
      });
    },
  ];
}

/** What can be measured here. */
export const targets: readonly Open[] = [
  kit('memory', async () => memoryStore()),
  async () =>
    orpc('oRPC, memory', new MemoryPublisher<{ all: BenchEvent }>({ resumeRetentionSeconds: 60 })),
  async () => yoga('graphql-yoga, memory', undefined),
  openPglite(),
  ...(DATABASE_URL === undefined ? [] : [openPostgres(DATABASE_URL)]),
  ...(REDIS_URL === undefined ? [] : openRedis(REDIS_URL)),
];
