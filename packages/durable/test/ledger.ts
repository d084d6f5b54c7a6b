import { Api, defineError, dependency, Entrypoint, header, type Logger } from '@jsonrpc-kit/core';
import type { MaybePromise } from '@jsonrpc-kit/core/types';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import * as v from 'valibot';
import {
  idempotencyKey,
  idempotentCalls,
  type IdempotentCallOptions,
  type IdempotentCalls,
} from '../src/index.js';
import type { TestDatabase, TestTransaction } from './databases.js';

export class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

/** A line of the log. */
export interface LogLine {
  readonly details: object;
  readonly message: string;
}

/** An api with methods that write amounts into one table. */
export interface Ledger {
  readonly api: Api;
  readonly database: TestDatabase;
  readonly idempotent: IdempotentCalls;
  readonly client: JsonRpcTestClient;
  readonly log: LogLine[];
  /** The number of times that a handler has run. */
  readonly runs: () => number;
  /** Sends one call and returns the text of the response. */
  readonly send: (call: object, headers?: Record<string, string>) => Promise<string>;
  /** The committed amounts, in the order of their writes. */
  readonly amounts: () => Promise<number[]>;
}

export interface LedgerOptions extends IdempotentCallOptions {
  /** Wraps each transaction, to plant failures. */
  readonly wrap?: (transaction: TestTransaction) => TestTransaction;
  /** Runs in the handler, after its write. */
  readonly afterWrite?: (transaction: TestTransaction) => MaybePromise<void>;
  /** The isolation level of transactions. */
  readonly isolation?: 'read committed' | 'serializable';
  /** Replaces the name of the caller by another id. */
  readonly callerId?: () => number | bigint;
}

/** The name of the caller. */
const caller = dependency({ caller: header(v.optional(v.string(), 'ann')) }, (args) => args.caller);

/** Creates the tables in a database, or empties them, and an api that uses it. */
export async function openLedger(
  database: TestDatabase,
  { wrap = (tx) => tx, afterWrite, isolation, callerId, ...options }: LedgerOptions = {},
): Promise<Ledger> {
  const transaction = dependency(
    {},
    async function* transaction() {
      const tx = wrap(await database.begin());
      try {
        if (isolation !== undefined) {
          await tx.executeSql(`set transaction isolation level ${isolation}`, []);
        }
        yield tx;
        await tx.commit();
      } catch (error) {
        await tx.rollback();
        throw error;
      }
    },
    { teardown: 'before-response' },
  );
  const idempotent = idempotentCalls({
    transaction,
    executor: (tx) => tx,
    caller: callerId === undefined ? caller : dependency({}, callerId),
    ...options,
  });
  const create = 'create table if not exists movement (id serial, amount integer not null)';
  await database.executeSql(create, []);
  await idempotent.createTable(database);
  for (const table of ['movement', 'jsonrpc_idempotent_calls']) {
    await database.executeSql(`delete from ${table}`, []);
  }

  let runs = 0;
  const v1 = new Entrypoint('/rpc');
  const args = { amount: v.number(), tx: transaction };
  const add = async ({ amount, tx }: { readonly amount: number; readonly tx: TestTransaction }) => {
    runs += 1;
    await tx.executeSql('insert into movement (amount) values ($1)', [amount]);
    await afterWrite?.(tx);
    const { rows } = await tx.executeSql('select sum(amount)::int as sum from movement', []);
    const { sum } = rows[0] as { readonly sum: number };
    if (sum < 0) throw new NotEnoughMoney({ balance: sum - amount });
    if (amount === 0) throw new Error('Nothing to add');
    return { balance: sum };
  };
  v1.method('add', { args, errors: [NotEnoughMoney], idempotent }, add);
  v1.method('addNow', { args, errors: [NotEnoughMoney], idempotent }, add);
  const addBigint = async (values: Parameters<typeof add>[0]): Promise<bigint> => {
    await add(values);
    return 1n;
  };
  v1.method('addBigint', { args, idempotent }, addBigint);
  v1.method('addUnlessPoor', { args, idempotent: idempotent.with({ recordedErrors: [] }) }, add);
  v1.method(
    'keyOf',
    { args: { key: idempotencyKey, tx: transaction }, idempotent },
    ({ key }) => key ?? 'none',
  );
  v1.method('addKeyed', { args, idempotent: idempotent.with({ keyRequired: true }) }, add);

  const log: LogLine[] = [];
  const write = (details: object, message: string): void => void log.push({ details, message });
  const logger: Logger = { error: write, warn: write };
  const v2 = new Entrypoint('/v2');
  v2.method('add', { args, idempotent }, add);
  const api = new Api({ logger }).bindEntrypoint(v1).bindEntrypoint(v2);
  const client = new JsonRpcTestClient(api, { url: '/rpc' });
  return {
    api,
    database,
    idempotent,
    client,
    log,
    runs: () => runs,
    send: async (call, headers = {}) => {
      const json = { jsonrpc: '2.0', id: 1, ...call };
      return (await client.request({ json, headers })).text;
    },
    amounts: async () => {
      const { rows } = await database.executeSql('select amount from movement order by id', []);
      return (rows as { readonly amount: number }[]).map(({ amount }) => amount);
    },
  };
}
