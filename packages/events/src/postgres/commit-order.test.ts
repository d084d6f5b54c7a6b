import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collect, numbers } from '../../test/collect.js';
import { channel, type Channel } from '../index.js';
import {
  postgresStore,
  type PostgresClient,
  type PostgresPool,
  type PostgresStore,
} from '../postgres.js';

const url = process.env['DATABASE_URL'];

if (url === undefined) {
  console.info(
    'Left out: the order of commits on a PostgreSQL server. To test it: DATABASE_URL=postgres://user@host/database npm test',
  );
}

// PGlite has one connection, on which transactions can't overlap.
describe.runIf(url !== undefined)('events of transactions that overlap', () => {
  const table = `events_${randomUUID().replaceAll('-', '')}`;
  let pool: Pool;
  let opened: PostgresStore[];

  beforeEach(async () => {
    pool = new Pool({ connectionString: url, max: 30 });
    opened = [];
    await open().store.createTables();
  });
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await pool.query(`drop table ${table}, ${table}_keys; drop sequence ${table}_version`);
    await pool.end();
  });

  interface Opened {
    readonly store: PostgresStore;
    readonly events: Channel<string, number, number>;
  }

  function open(database: PostgresPool = pool): Opened {
    const store = postgresStore({ database, table, pollInterval: 50 });
    opened.push(store);
    const events = channel('numbers', { key: v.string(), event: v.number(), store });
    return { store, events };
  }

  /** Inserts as a method does that publishes in its own transaction. */
  const insert = `insert into ${table} (channel, key, json) values ('numbers', $1, $2)`;

  test('are read in the order of the commits, by a reader in each gap', async () => {
    const { events } = open();
    const stream = await events.subscribe('a');
    const iterator = stream[Symbol.asyncIterator]();
    const read = async (): Promise<number[]> =>
      (await events.read('a', { limit: 100 })).map(({ event }) => event);
    const [first, second] = [await pool.connect(), await pool.connect()];
    await first.query('begin');
    await first.query(insert, ['a', '1']);
    expect(await read()).toEqual([]);
    await second.query('begin');
    await second.query(insert, ['a', '2']);
    expect(await read()).toEqual([]);
    await second.query('commit');
    // The second one is read while the first one, with the lower id, isn't committed.
    expect((await iterator.next()).value?.event).toBe(2);
    expect(await read()).toEqual([2]);
    await first.query(insert, ['a', '3']);
    await first.query('commit');
    expect((await iterator.next()).value?.event).toBe(1);
    expect((await iterator.next()).value?.event).toBe(3);
    expect(await read()).toEqual([2, 1, 3]);
    first.release();
    second.release();
    await iterator.return?.();
  });

  test('are numbered once by three relays at once, without gaps, on hot keys', async () => {
    const relays = [open(), open(), open()];
    const keys = ['a', 'b', 'c'];
    const streams = await Promise.all(
      relays.flatMap(({ events }) => keys.map(async (key) => events.subscribe(key))),
    );
    const perKey = 300;
    const writing = numbers(0, 11).map(async (writer) => {
      const client = await pool.connect();
      for (let event = writer; event < perKey; event += 12) {
        await client.query('begin');
        // In another order in every transaction.
        const order = event % 2 === 0 ? keys : keys.toReversed();
        for (const key of order) await client.query(insert, [key, String(event)]);
        await client.query(event % 7 === 6 ? 'rollback' : 'commit');
      }
      client.release();
    });
    await Promise.all(writing);
    const committed = numbers(0, perKey - 1).filter((event) => event % 7 !== 6);
    const received = await Promise.all(streams.map((one) => collect(one, committed.length)));
    for (const { events, cursors } of received) {
      expect(events.toSorted((a, b) => a - b)).toEqual(committed);
      const seqs = cursors.map((cursor) => Number.parseInt(cursor, 36));
      expect(seqs).toEqual(numbers(1, committed.length));
    }
    // Every process delivers the events of a key in the same order.
    for (const [index, { cursors }] of received.entries()) {
      expect(cursors).toEqual(received[index % keys.length]?.cursors);
    }
  });

  test('are numbered by another relay if one is killed between numbering and commit', async () => {
    let kills = 0;
    const killing: PostgresPool = {
      query: (text, values) => pool.query(text, values),
      connect: async () => {
        const client = await pool.connect();
        const wrapped: PostgresClient = {
          query: async (text, values) => {
            if (text !== 'commit') return client.query(text, values);
            const { rows } = await client.query('select pg_backend_pid() as pid');
            kills += 1;
            await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
            return client.query(text, values);
          },
          on: (event, listener) => client.on(event as 'error', listener),
          release: (destroy) => client.release(destroy),
        };
        client.on('error', () => undefined);
        return wrapped;
      },
    };
    const killed = open(killing);
    for (const event of numbers(1, 20)) await killed.events.publish('a', event);
    await expect.poll(() => kills).toBeGreaterThan(0);
    expect(await killed.events.read('a', { limit: 100 })).toEqual([]);
    const { events } = open();
    await events.publish('a', 21);
    const read = async (): Promise<number[]> =>
      (await events.read('a', { limit: 100 })).map(({ event }) => event);
    await expect.poll(read, { timeout: 20_000 }).toEqual(numbers(1, 21));
    await killed.store.close();
  });

  test('arrive although the connection that listens is broken', async () => {
    const { events } = open();
    const other = open();
    const stream = await events.subscribe('a');
    await other.events.publish('a', 1);
    const { rows } = await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen events%'",
    );
    expect(rows.length).toBeGreaterThan(0);
    await other.events.publish('a', 2);
    expect((await collect(stream, 2)).events).toEqual([1, 2]);
  });
});
