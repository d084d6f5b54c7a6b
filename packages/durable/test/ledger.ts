import type { PGlite, Transaction } from '@electric-sql/pglite';
import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  header,
  type Logger,
  transactionDependency,
} from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import * as v from 'valibot';
import {
  fromPglite,
  idempotentCalls,
  type IdempotentCallOptions,
  type IdempotentCalls,
  type SqlExecutor,
} from '../src/index.js';

class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

/** A line of the log. */
export interface LogLine {
  readonly details: object;
  readonly message: string;
}

/** An api whose methods write into one table, on PGlite. */
export interface Ledger {
  readonly api: Api;
  readonly v1: Entrypoint;
  readonly pglite: PGlite;
  readonly idempotent: IdempotentCalls;
  readonly log: LogLine[];
  /** The number of times that a handler has run. */
  readonly runs: () => number;
  /** Sends one call and returns the text of the response. */
  readonly send: (call: object, headers?: Record<string, string>) => Promise<string>;
  /** Sends any message. */
  readonly client: JsonRpcTestClient;
  /** The committed amounts. */
  readonly amounts: () => Promise<number[]>;
  readonly close: () => Promise<void>;
}

export interface LedgerOptions extends IdempotentCallOptions {
  /** Wraps the executor of the transaction, to plant failures. */
  readonly wrap?: (executor: SqlExecutor) => SqlExecutor;
}

/** The transaction of PGlite. */
const begin = (pglite: PGlite) =>
  transactionDependency({}, (_, run) => pglite.transaction(run), { name: 'transaction' });

const caller = dependency({ caller: header(v.optional(v.string(), 'ann')) }, (args) => args.caller);

export async function openLedger(
  pglite: PGlite,
  { wrap = (executor) => executor, ...options }: LedgerOptions = {},
): Promise<Ledger> {
  const transaction = begin(pglite);
  const idempotent = idempotentCalls({
    transaction,
    executor: (tx: Transaction) => wrap(fromPglite(tx)),
    caller,
    ...options,
  });
  await pglite.exec('create table if not exists movement (amount integer not null)');
  await idempotent.createTable(fromPglite(pglite));
  await pglite.exec('delete from movement; delete from jsonrpc_idempotent_calls');

  let runs = 0;
  const v1 = new Entrypoint('/rpc');
  v1.method(
    'add',
    { args: { amount: v.number(), tx: transaction }, errors: [NotEnoughMoney], idempotent },
    async ({ amount, tx }) => {
      runs += 1;
      await tx.query('insert into movement values ($1)', [amount]);
      const { rows } = await tx.query<{ sum: number }>(
        'select sum(amount)::int as sum from movement',
      );
      const balance = rows[0]?.sum ?? 0;
      if (balance < 0) throw new NotEnoughMoney({ balance: balance - amount });
      return { balance };
    },
  );

  const log: LogLine[] = [];
  const write = (details: object, message: string): void => void log.push({ details, message });
  const logger: Logger = { error: write, warn: write };
  const api = new Api({ logger }).bindEntrypoint(v1);
  const client = new JsonRpcTestClient(api, { url: '/rpc' });
  return {
    api,
    v1,
    pglite,
    idempotent,
    log,
    client,
    runs: () => runs,
    send: async (call, headers = {}) => {
      const json = { jsonrpc: '2.0', id: 1, ...call };
      return (await client.request({ json, headers })).text;
    },
    amounts: async () => {
      const { rows } = await pglite.query<{ amount: number }>('select amount from movement');
      return rows.map(({ amount }) => amount);
    },
    close: () => client.close(),
  };
}
