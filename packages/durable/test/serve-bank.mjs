// Serves a bank on a PostgreSQL server until it is killed. Prints its port when it is ready.
import { Api, dependency, Entrypoint, transactionDependency } from '@jsonrpc-kit/core';
import { idempotentCalls, pgExecutor } from '@jsonrpc-kit/durable';
import { jsonRpc } from '@jsonrpc-kit/node';
import { createServer } from 'node:http';
import pg from 'pg';
import * as v from 'valibot';

const [url, schema] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, options: `-csearch_path=${schema}`, max: 20 });
pool.on('error', () => undefined);

async function inTransaction(run) {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level serializable');
    const result = await run(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const createTransaction = () =>
  transactionDependency({}, (_, run) => inTransaction(run), { executor: pgExecutor });
const caller = dependency({}, () => 'ann', { name: 'caller' });
const Account = v.pipe(v.number(), v.safeInteger());
const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

async function book(tx, account, change) {
  const { rows } = await tx.query('select balance from account where id = $1', [account]);
  if (rows.length === 0) throw new Error(`There is no account ${account}`);
  const balance = rows[0].balance + change;
  await tx.query('update account set balance = $1 where id = $2', [balance, account]);
}

const transaction = createTransaction();
const bank = new Entrypoint('/bank');
bank.method(
  'pay',
  {
    args: { payment: v.string(), from: Account, to: Account, amount: Amount, tx: transaction },
    idempotent: idempotentCalls({ transaction, executor: pgExecutor, caller }),
  },
  async ({ payment, from, to, amount, tx }) => {
    await book(tx, from, -amount);
    await book(tx, to, amount);
    await tx.query('insert into booking values ($1)', [payment]);
    return payment;
  },
);

const shared = createTransaction();
const batches = new Entrypoint('/batches', { messageDependencies: [shared], batch: 'atomic' });
batches.method('book', { args: { payment: v.string(), tx: shared } }, async ({ payment, tx }) => {
  await tx.query('insert into booking values ($1)', [payment]);
  return payment;
});

const api = new Api().bindEntrypoint(bank).bindEntrypoint(batches);
const server = createServer(jsonRpc(api)).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`);
});
