import type { PGlite } from '@electric-sql/pglite';
import { Entrypoint, HttpError, transactionDependency } from '@jsonrpc-kit/core';
import { pgliteExecutor } from '@jsonrpc-kit/durable';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve, type TestServer } from '../../test/serve.js';
import { emptyPglite } from '../../../../tooling/vitest/shared-pglite.js';
import { channel } from '../index.js';
import { postgresStore, type PostgresStore } from '../postgres.js';

let database: PGlite;
let store: PostgresStore;
let server: TestServer;
/** One for each attempt that conflicts. */
const conflicts = ['first', 'second'];

beforeAll(async () => {
  database = await emptyPglite();
  await database.exec('create table movement (amount integer not null)');
  store = postgresStore({ database });
  await store.createTables();
  const transaction = transactionDependency({}, (_, run) => database.transaction(run));
  const movements = channel('movements', {
    key: v.string(),
    event: v.object({ amount: v.number() }),
    store,
    transaction,
    executor: pgliteExecutor,
  });
  const rpc = new Entrypoint('/rpc');
  rpc.method(
    'deposit',
    {
      args: {
        amount: v.number(),
        outcome: v.picklist(['success', 'error', 'bad result', 'conflict']),
        tx: transaction,
        events: movements.publisher,
      },
    },
    async ({ amount, outcome, tx, events }) => {
      await tx.query('insert into movement values ($1)', [amount]);
      await events.publish('a', { amount });
      if (outcome === 'conflict' && conflicts.shift()) {
        await tx.exec(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`);
      }
      if (outcome === 'error') throw new HttpError(409);
      return outcome === 'bad result' ? 1n : null;
    },
  );
  rpc.subscription(
    'movements',
    { args: { feed: movements.feed }, event: v.object({ amount: v.number() }) },
    ({ feed }) => feed('a'),
  );
  server = await serve(rpc);
});
afterAll(async () => {
  await server.close();
  await store.close();
});

test('an event exists if and only if the writes of its method were committed', async () => {
  const client = await server.connect();
  client.call('movements.subscribe');
  await client.receive(1);
  client.call('deposit', { amount: 1, outcome: 'success' });
  await client.find(({ params }) => params?.result.amount === 1);
  client.call('deposit', { amount: 2, outcome: 'error' });
  await client.find(({ id }) => id === 3);
  client.call('deposit', { amount: 3, outcome: 'bad result' });
  await client.find(({ id }) => id === 4);
  // The first two of its three attempts are rolled back.
  client.call('deposit', { amount: 4, outcome: 'conflict' });
  const received = await client.receive(7);
  expect(conflicts).toEqual([]);
  expect(received.flatMap(({ params }) => params?.result.amount ?? [])).toEqual([1, 4]);
  expect((await database.query('select amount from movement')).rows).toEqual([
    { amount: 1 },
    { amount: 4 },
  ]);
  const { rows } = await database.query('select seq, json from jsonrpc_events order by seq');
  expect(rows).toEqual([
    { seq: 1, json: '{"amount":1}' },
    { seq: 2, json: '{"amount":4}' },
  ]);
});
