// A server with a channel in the store that its arguments name. Prints its port.
import { createServer } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import pg from 'pg';
import { createClient } from 'redis';
import * as v from 'valibot';
import { channel, memoryStore } from '../dist/index.js';
import { postgresStore } from '../dist/postgres.js';
import { redisStore } from '../dist/redis.js';

const [, , kind, name, events] = process.argv;

async function openStore() {
  switch (kind) {
    case 'PostgreSQL': {
      const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });
      pool.on('error', () => undefined);
      return postgresStore({ database: pool, table: name, sweepInterval: 200 });
    }
    case 'PGlite': {
      const store = postgresStore({ database: await PGlite.create(), sweepInterval: 200 });
      await store.createTables();
      return store;
    }
    case 'Redis': {
      const client = createClient({ url: process.env.REDIS_URL });
      client.on('error', () => undefined);
      return redisStore({ client: await client.connect(), prefix: name });
    }
    default:
      return memoryStore();
  }
}

const numbers = channel('numbers', {
  key: v.string(),
  event: v.number(),
  history: { events: Number(events) },
  store: await openStore(),
});

const rpc = new Entrypoint('/rpc');
rpc.subscription(
  'numbers',
  { args: { key: v.string(), feed: numbers.feed }, event: v.number() },
  ({ key, feed }) => feed(key),
);
rpc.method('publish', { args: { key: v.string(), event: v.number() } }, async ({ key, event }) => {
  await numbers.publish(key, event);
  return null;
});
rpc.method(
  'history',
  { args: { key: v.string(), after: v.optional(v.string()) } },
  async (args) => {
    const found = await numbers.read(args.key, { after: args.after, limit: 1_000 });
    return found.map(({ event, cursor }) => ({ event, cursor }));
  },
);

const api = new Api().bindEntrypoint(rpc);
const server = createServer(jsonRpc(api)).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`);
});
acceptWebSockets(server, api);
