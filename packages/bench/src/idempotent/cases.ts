import { PGlite } from '@electric-sql/pglite';
import { Api, defineError, dependency, Entrypoint } from '@jsonrpc-kit/core';
import { idempotentCalls, type SqlExecutor } from '@jsonrpc-kit/durable';
import { Pool } from 'pg';
import * as v from 'valibot';
import { sendInProcess } from '../http/send-in-process.js';

class NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}

/** A database that runs statements, with or without a transaction. */
interface BenchDatabase extends SqlExecutor {
  readonly name: string;
  begin(): Promise<BenchTransaction>;
  close(): Promise<void>;
}

interface BenchTransaction extends SqlExecutor {
  end(statement: 'commit' | 'rollback'): Promise<void>;
}

async function openPglite(): Promise<BenchDatabase> {
  const pglite = await PGlite.create();
  return {
    name: 'PGlite',
    executeSql: (text, values) => pglite.query(text, values),
    begin: async () => {
      await pglite.query('begin');
      return {
        executeSql: (text, values) => pglite.query(text, values),
        end: async (statement) => {
          await pglite.query(statement);
        },
      };
    },
    close: () => pglite.close(),
  };
}

async function openServer(url: string): Promise<BenchDatabase> {
  const schema = `bench_${process.pid}`;
  const pool = new Pool({ connectionString: url, options: `-csearch_path=${schema}` });
  await pool.query(`create schema ${schema}`);
  return {
    name: 'PostgreSQL',
    executeSql: (text, values) => pool.query(text, values),
    begin: async () => {
      const client = await pool.connect();
      await client.query('begin');
      return {
        executeSql: (text, values) => client.query(text, values),
        end: async (statement) => {
          await client.query(statement);
          client.release();
        },
      };
    },
    close: async () => {
      await pool.query(`drop schema ${schema} cascade`);
      await pool.end();
    },
  };
}

/** An api whose methods add to a balance and write a movement. */
export interface IdempotentService {
  /** The name of the database. */
  readonly database: string;
  /** Sends one call and returns the response. */
  readonly send: (method: string, idempotencyKey?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens the service on the PostgreSQL server of the URL, or on PGlite in memory without a URL. */
export async function openService(url: string | undefined): Promise<IdempotentService> {
  const database = url ? await openServer(url) : await openPglite();
  const transaction = dependency(
    {},
    async function* transaction() {
      const tx = await database.begin();
      try {
        yield tx;
        await tx.end('commit');
      } catch (error) {
        await tx.end('rollback');
        throw error;
      }
    },
    { teardown: 'before-response' },
  );
  const caller = dependency({}, () => 'ann');
  const idempotent = idempotentCalls({ transaction, executor: (tx) => tx, caller });
  for (const statement of [
    'create table account (id integer primary key, balance integer not null)',
    'create table movement (id serial primary key, account integer, amount integer not null)',
    'insert into account values (1, 0)',
  ]) {
    await database.executeSql(statement, []);
  }
  await idempotent.createTable(database);

  const v1 = new Entrypoint('/rpc');
  const args = { amount: v.number(), tx: transaction };
  const add = async ({ amount, tx }: { readonly amount: number; readonly tx: SqlExecutor }) => {
    const locked = await tx.executeSql('select balance from account where id = 1 for update', []);
    const { balance } = locked.rows[0] as { readonly balance: number };
    if (balance + amount < 0) throw new NotEnoughMoney();
    await tx.executeSql('update account set balance = balance + $1 where id = 1', [amount]);
    await tx.executeSql('insert into movement (account, amount) values (1, $1)', [amount]);
    return { balance: balance + amount };
  };
  v1.method('add', { args, idempotent: idempotent.with({ recordedErrors: [] }) }, add);
  v1.method('addOrFail', { args, errors: [NotEnoughMoney], idempotent }, add);
  const api = new Api().bindEntrypoint(v1);
  return {
    database: database.name,
    send: (method, idempotencyKey) =>
      sendInProcess(api, { method, params: { amount: 1 }, idempotencyKey }),
    close: async () => {
      await api.close();
      await database.close();
    },
  };
}

/** A kind of call. */
export interface IdempotentCase {
  readonly name: string;
  readonly send: () => Promise<string>;
}

/** Returns the kinds of calls to compare. The first is a plain call, without a key. */
export function idempotentCases({ send }: IdempotentService): readonly IdempotentCase[] {
  let keys = 0;
  const newKey = (): string => `key-${(keys += 1)}`;
  return [
    { name: 'without a key', send: () => send('add') },
    { name: 'with a key', send: () => send('add', newKey()) },
    { name: 'with a key, errors recorded', send: () => send('addOrFail', newKey()) },
    { name: 'a replay', send: () => send('add', 'key-0') },
  ];
}
