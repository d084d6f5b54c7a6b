import { PGlite } from '@electric-sql/pglite';
import { Api, Entrypoint, transactionDependency } from '@jsonrpc-kit/core';
import { pgExecutor, pgliteExecutor } from '@jsonrpc-kit/durable';
import { channel, memoryStore } from '@jsonrpc-kit/events';
import { postgresStore } from '@jsonrpc-kit/events/postgres';
import { redisStore } from '@jsonrpc-kit/events/redis';
import { Pool } from 'pg';
import { createClient } from 'redis';
import * as v from 'valibot';
import { sendInProcess } from '../http/send-in-process.js';

/** An api with a method that publishes an event, and one that does the same without it. */
export interface PublishingService {
  readonly name: string;
  send(method: 'write' | 'writeAndPublish'): Promise<string>;
  close(): Promise<void>;
}

const { DATABASE_URL, REDIS_URL } = process.env;
const table = `bench_publish_${process.pid}`;
const WRITE = `insert into ${table}_movements (amount) values (1)`;
const CREATE = `create table ${table}_movements (id serial primary key, amount integer)`;
const schemas = { key: v.string(), event: v.object({ amount: v.number() }) };
const EVENT = { amount: 1 };

function serve(name: string, rpc: Entrypoint, close: () => Promise<void>): PublishingService {
  const api = new Api().bindEntrypoint(rpc);
  return {
    name,
    send: (method) => sendInProcess(api, { method, params: {} }),
    close: async () => {
      await api.close();
      await close();
    },
  };
}

async function openMemory(): Promise<PublishingService> {
  const store = memoryStore();
  const events = channel('events', { ...schemas, store });
  const rpc = new Entrypoint('/rpc');
  rpc.method('write', {}, () => null);
  rpc.method('writeAndPublish', { args: { events: events.publisher } }, async (args) =>
    args.events.publish('all', EVENT),
  );
  return serve('memory', rpc, () => store.close());
}

async function openRedis(url: string): Promise<PublishingService> {
  const client = await createClient({ url }).connect();
  const store = redisStore({ client, prefix: table });
  const events = channel('events', { ...schemas, store });
  const rpc = new Entrypoint('/rpc');
  rpc.method('write', {}, () => null);
  rpc.method('writeAndPublish', {}, () => events.publish('all', EVENT));
  return serve('Redis', rpc, async () => {
    await store.close();
    client.destroy();
  });
}

async function openPglite(): Promise<PublishingService> {
  const database = await PGlite.create();
  const store = postgresStore({ database, table });
  await store.createTables();
  await database.exec(CREATE);
  const transaction = transactionDependency({}, (_, run) => database.transaction(run));
  const events = channel('events', { ...schemas, store, transaction, executor: pgliteExecutor });
  const rpc = new Entrypoint('/rpc');
  rpc.method('write', { args: { tx: transaction } }, async ({ tx }) => {
    await tx.query(WRITE);
  });
  const args = { tx: transaction, events: events.publisher };
  rpc.method('writeAndPublish', { args }, async ({ tx, events: publisher }) => {
    await tx.query(WRITE);
    await publisher.publish('all', EVENT);
  });
  return serve('PGlite', rpc, async () => {
    await store.close();
    await database.close();
  });
}

async function openPostgres(url: string): Promise<PublishingService> {
  const pool = new Pool({ connectionString: url });
  const store = postgresStore({ database: pool, table });
  await store.createTables();
  await pool.query(CREATE);
  const transaction = transactionDependency({}, async (_, run) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await run(client);
      await client.query('commit');
      return result;
    } finally {
      client.release();
    }
  });
  const events = channel('events', { ...schemas, store, transaction, executor: pgExecutor });
  const rpc = new Entrypoint('/rpc');
  rpc.method('write', { args: { tx: transaction } }, async ({ tx }) => {
    await tx.query(WRITE);
  });
  const args = { tx: transaction, events: events.publisher };
  rpc.method('writeAndPublish', { args }, async ({ tx, events: publisher }) => {
    await tx.query(WRITE);
    await publisher.publish('all', EVENT);
  });
  return serve('PostgreSQL', rpc, async () => {
    await store.close();
    await pool.query(
      `drop table ${table}_movements, ${table}, ${table}_keys; drop sequence ${table}_version`,
    );
    await pool.end();
  });
}

/** What can be measured here. */
export const publishingServices: readonly (() => Promise<PublishingService>)[] = [
  openMemory,
  openPglite,
  ...(DATABASE_URL === undefined ? [] : [() => openPostgres(DATABASE_URL)]),
  ...(REDIS_URL === undefined ? [] : [() => openRedis(REDIS_URL)]),
];
