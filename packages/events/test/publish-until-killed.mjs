// A process whose method writes a row and publishes an event in one transaction. Reads lines such as
// `12 commit` or `13 rollback`, and prints the number of the line when the call has ended.
import { createInterface } from 'node:readline';
import { Api, Entrypoint, HttpError, transactionDependency } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/core/fetch';
import { pgExecutor } from '@jsonrpc-kit/durable';
import pg from 'pg';
import * as v from 'valibot';
import { channel } from '../dist/index.js';
import { postgresStore } from '../dist/postgres.js';

const [, , connectionString, table] = process.argv;
const pool = new pg.Pool({ connectionString, max: 6 });
pool.on('error', () => undefined);
const store = postgresStore({ database: pool, table });

const transaction = transactionDependency({}, async (_, run) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await run(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

const events = channel('writes', {
  key: v.string(),
  event: v.number(),
  history: { events: 1_000_000 },
  store,
  transaction,
  executor: pgExecutor,
});

const rpc = new Entrypoint('/rpc');
rpc.method(
  'write',
  {
    args: {
      round: v.number(),
      outcome: v.picklist(['commit', 'rollback']),
      tx: transaction,
      publisher: events.publisher,
    },
  },
  async ({ round, outcome, tx, publisher }) => {
    // In either order.
    const write = () => tx.query(`insert into ${table}_writes values ($1)`, [round]);
    if (round % 2 === 0) await write();
    await publisher.publish('a', round);
    if (round % 2 === 1) await write();
    if (outcome === 'rollback') throw new HttpError(409);
    return null;
  },
);

const handle = jsonRpc(new Api().bindEntrypoint(rpc));
// Otherwise most processes would be killed while they connect.
await Promise.all(Array.from({ length: 4 }, () => pool.query('select 1')));
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [round, outcome] = line.split(' ');
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'write',
    params: { round: Number(round), outcome },
  };
  await handle(
    new Request('http://localhost/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    }),
  );
  process.stdout.write(`${round}\n`);
}
