import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { EventsLost } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { channel } from '../index.js';
import { postgresStore } from '../postgres.js';
import { executorOf } from './database.js';
import { emptyPglite } from '../../../../tooling/vitest/shared-pglite.js';
import { EventTables } from './event-tables.js';

test('the statements equal those of the migration in the package', () => {
  const { resolve } = createRequire(import.meta.url);
  const migration = resolve('@jsonrpc-kit/events/sql/0001-events.sql');
  const sql = new EventTables('jsonrpc_events').statements.map((one) => `${one};\n`).join('\n');
  expect(readFileSync(migration, 'utf8')).toBe(sql);
});

test.each(['Events', 'a b', 'a.b.c', "a'"])('the table name %j is rejected', (table) => {
  expect(() => new EventTables(table)).toThrow('table must be a lower-case name');
});

test('the sweeper deletes old events and those beyond the history, in small portions', async () => {
  const database = await emptyPglite();
  const store = postgresStore({ database });
  await store.createTables();
  // A second process may do the same.
  await store.createTables();
  const history = { events: 3 };
  const events = channel('numbers', { key: v.string(), event: v.number(), history, store });
  const stream = await events.subscribe('a');
  await database.query(
    `insert into jsonrpc_events (channel, key, json)
     select 'numbers', 'a', n::text from generate_series(1, 2500) as n`,
  );
  await database.query(
    `insert into jsonrpc_events (channel, key, json)
     select 'numbers', n::text, '1' from generate_series(1, 1500) as n`,
  );
  await events.publish('a', 2501);
  for await (const { event } of stream) if (event === 2501) break;
  expect(await store.sweep()).toBe(2_498);
  expect(await store.sweep()).toBe(0);
  const read = await events.read('a', { limit: 10 });
  expect(read.map(({ event }) => event)).toEqual([2499, 2500, 2501]);
  await database.query("update jsonrpc_events set created_at = now() - interval '25 hours'");
  await expect.poll(() => store.sweep()).toBe(1_503);
  expect(await events.read('a', { limit: 10 })).toEqual([]);
  const tables = new EventTables('jsonrpc_events');
  expect(await tables.changes(executorOf(database), 0, 5_000)).toHaveLength(1_501);
  await store.close();
});

test('a sweep that ends before it has deleted all events of a key is continued by the next one', async () => {
  const database = await emptyPglite();
  const store = postgresStore({ database });
  onTestFinished(() => store.close());
  await store.createTables();
  const history = { events: 3, age: Infinity };
  channel('numbers', { key: v.string(), event: v.number(), history, store });
  await database.query(
    `insert into jsonrpc_events (channel, key, seq, json)
     select 'numbers', 'a', n, '1' from generate_series(1, 50503) as n`,
  );
  await database.query(
    `insert into jsonrpc_events_keys (channel, key, newest, newest_mark, version)
     values ('numbers', 'a', 50503, 1, 1)`,
  );
  expect(await store.sweep()).toBe(50_000);
  expect(await store.sweep()).toBe(500);
  expect(await store.sweep()).toBe(0);
});

test('a client that resumes before an event that expired early receives EventsLost', async () => {
  const database = await emptyPglite();
  const store = postgresStore({ database });
  await store.createTables();
  const events = channel('numbers', { key: v.string(), event: v.number(), store });
  const stream = await events.subscribe('a');
  for (let event = 1; event <= 6; event++) await events.publish('a', event);
  const cursors: string[] = [];
  for await (const { event, cursor } of stream) {
    cursors.push(cursor);
    if (event === 6) break;
  }
  await database.query("delete from jsonrpc_events where json = '3'");
  // A client before the gap has lost an event, and a client behind it has not.
  await expect(events.read('a', { after: cursors[0], limit: 10 })).rejects.toMatchObject({
    data: { oldest: cursors[3], newest: cursors[5] },
  });
  const read = await events.read('a', { after: cursors[3], limit: 10 });
  expect(read.map(({ event }) => event)).toEqual([5, 6]);
  expect((await events.read('a', { limit: 10 })).map(({ event }) => event)).toEqual([4, 5, 6]);
  // The newest event has expired, and older ones have not.
  await database.query("delete from jsonrpc_events where json = '6'");
  await expect(events.read('a', { after: cursors[3], limit: 10 })).rejects.toMatchObject({
    data: { oldest: null, newest: cursors[5] },
  });
  expect(await events.read('a', { after: cursors[5], limit: 10 })).toEqual([]);
  await store.close();
});

test.each([
  ['console', undefined],
  [
    'a logger that throws',
    () => {
      throw new Error('Disk full');
    },
  ],
])('an event that cannot be numbered is reported to %s, and delivered later', async (_, warn) => {
  const toConsole = vi.spyOn(console, 'warn').mockReturnValue();
  const logger = warn && { warn: vi.fn<() => void>(warn) };
  const database = await emptyPglite();
  const store = postgresStore({ database, pollInterval: 20, ...(logger && { logger }) });
  onTestFinished(() => store.close());
  await store.createTables();
  await database.query('drop sequence jsonrpc_events_version');
  const events = channel('numbers', { key: v.string(), event: v.number(), store });
  const stream = await events.subscribe('a');
  await events.publish('a', 1);
  const reported = logger?.warn ?? toConsole;
  await vi.waitFor(() => expect(reported).toHaveBeenCalled(), 10_000);
  await database.query('create sequence jsonrpc_events_version');
  for await (const { event } of stream) {
    expect(event).toBe(1);
    break;
  }
  expect(reported).toHaveBeenCalledExactlyOnceWith(
    {
      err: expect.objectContaining({ message: expect.stringContaining('jsonrpc_events_version') }),
    },
    'Event store is unavailable',
  );
});

test('the store follows its tables outside of the context of the call that uses it first', async () => {
  const database = await emptyPglite();
  const context = new AsyncLocalStorage<string>();
  const polls: (string | undefined)[] = [];
  const query = database.query.bind(database);
  database.query = (...args) => {
    polls.push(context.getStore());
    return query(...args);
  };
  const store = postgresStore({ database, pollInterval: 5 });
  onTestFinished(() => store.close());
  await store.createTables();
  const numbers = channel('numbers', { key: v.string(), event: v.number(), store });
  await context.run('a call', () => numbers.publish('a', 1));
  polls.length = 0;
  await vi.waitUntil(() => polls.length > 3);
  expect(new Set(polls)).toEqual(new Set([undefined]));
});

test('a query without a response does not stop the store, and has no effect if it responds later', async () => {
  const database = await emptyPglite();
  const warn = vi.fn<() => void>();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = postgresStore({ database, pollInterval: 20, logger: { warn } });
  onTestFinished(() => store.close());
  await store.createTables();
  const numbers = channel('numbers', { key: v.string(), event: v.number(), store });
  const iterator = (await numbers.subscribe('a'))[Symbol.asyncIterator]();
  await numbers.publish('a', 1);
  expect((await iterator.next()).value).toMatchObject({ event: 1 });
  const query = database.query.bind(database);
  let respond: ((response: object) => void) | undefined;
  database.query = (async (text: string, values: unknown[]): Promise<unknown> => {
    if (!text.includes('order by version') || respond !== undefined) return query(text, values);
    return new Promise<object>((resolve) => (respond = resolve));
  }) as typeof query;
  await vi.waitUntil(() => respond !== undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: new Error('The database does not respond') },
    'Event store is unavailable',
  );
  await numbers.publish('a', 2);
  expect((await iterator.next()).value).toMatchObject({ event: 2 });
  respond?.({ rows: [{ channel: 'numbers', key: 'a', version: 1_000 }] });
  await numbers.publish('a', 3);
  expect((await iterator.next()).value).toMatchObject({ event: 3 });
});

test('events arrive, and are swept, after the tables were created again', async () => {
  const database = await emptyPglite();
  const store = postgresStore({ database, pollInterval: 20, logger: { warn: () => undefined } });
  onTestFinished(() => store.close());
  await store.createTables();
  const history = { events: 1 };
  const numbers = channel('numbers', { key: v.string(), event: v.number(), history, store });
  const before = (await numbers.subscribe('before'))[Symbol.asyncIterator]();
  for (const event of [1, 2, 3]) {
    await numbers.publish('before', event);
    expect((await before.next()).value).toMatchObject({ event });
  }
  await store.sweep();
  const ended = before.next();
  await database.exec('drop schema public cascade; create schema public');
  await store.createTables();
  await expect(ended).rejects.toThrow(EventsLost);
  const iterator = (await numbers.subscribe('a'))[Symbol.asyncIterator]();
  for (const event of [4, 5]) {
    await numbers.publish('a', event);
    expect((await iterator.next()).value).toMatchObject({ event });
  }
  expect(await store.sweep()).toBe(1);
});
