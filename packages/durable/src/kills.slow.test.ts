import { createClient, type RemoteMethods, safe } from '@jsonrpc-kit/client';
import { dependency, transactionDependency } from '@jsonrpc-kit/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type BankProcess, startBank } from '../test/bank-process.js';
import { idempotentCalls, pgExecutor } from './index.js';

const url = process.env['DATABASE_URL'] ?? '';
/** The full number of rounds is 1,000. */
const ROUNDS = Number(process.env['KILLS'] ?? 20);
/** The full time is 60 seconds. */
const SECONDS = Number(process.env['SECONDS'] ?? 10);
const PAYMENTS = SECONDS * 5;
const ACCOUNTS = 4;
const schema = `kills_${process.pid}`;
const pool = new Pool({ connectionString: url, options: `-csearch_path=${schema}` });

if (!url) {
  console.info(
    'Left out: kills of processes with a PostgreSQL server. To test them: ' +
      'DATABASE_URL=postgres://user@host/database KILLS=1000 SECONDS=60 npm run test:slow',
  );
}

beforeEach(async () => {
  if (!url) return;
  await pool.query(`
    drop schema if exists ${schema} cascade;
    create schema ${schema};
    create table account (id int primary key, balance int not null);
    create table booking (payment text not null);
    insert into account select id, 1000 from generate_series(0, ${ACCOUNTS - 1}) id;
  `);
  await idempotentCalls({
    transaction: transactionDependency({}, (_, run) => run(pool)),
    executor: pgExecutor,
    caller: dependency({}, () => 'ann'),
  }).createTable(pgExecutor(pool));
});

afterAll(async () => {
  if (url) await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

const bookings = async (): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ payment: string }>('select payment from booking order by 1');
  return rows.map(({ payment }) => payment);
};

/** Sends an atomic batch. Returns whether the client has received its response. */
async function sendBatch(bank: BankProcess, round: number, size: number): Promise<boolean> {
  const calls = Array.from({ length: size }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'book',
    params: { payment: `${round}:${id}` },
  }));
  try {
    const response = await fetch(`${bank.url}/batches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
    });
    const responses = (await response.json()) as readonly object[];
    return responses.every((one) => 'result' in one);
  } catch {
    return false;
  }
}

describe.runIf(url)('a process that is killed', () => {
  test(
    'commits an atomic batch as a whole or not at all',
    async () => {
      const counts = { all: 0, none: 0 };
      let next = startBank(url, schema);
      // The longest time after which a process is killed. It adapts to the time that a batch takes, so that about
      // half of the batches are committed.
      let longest = 100;
      for (let round = 0; round < ROUNDS; round += 1) {
        const bank = await next;
        next = startBank(url, schema);
        const size = 2 + (round % 19);
        const sent = sendBatch(bank, round, size);
        await sleep(Math.random() * longest);
        await bank.kill();
        const isReceived = await sent;
        // The server of the database ends the transaction when it notices that the connection is lost.
        await expect
          .poll(async () => {
            const { rows } = await pool.query(
              `select 1 from pg_locks where relation = '${schema}.booking'::regclass and pid <> pg_backend_pid()`,
            );
            return rows.length;
          })
          .toBe(0);
        const own = (await bookings()).filter((payment) => payment.startsWith(`${round}:`));
        // A client that has received the response has all changes.
        expect(isReceived ? [size] : [0, size], `round ${round}`).toContain(own.length);
        counts[own.length === 0 ? 'none' : 'all'] += 1;
        longest *= own.length === 0 ? 1.1 : 0.9;
      }
      await (await next).kill();
      console.info(`${ROUNDS} rounds: ${JSON.stringify(counts)}`);
    },
    ROUNDS * 10_000,
  );

  test(
    'books every payment of the typed client once',
    async () => {
      const banks = await Promise.all([0, 1, 2].map(() => startBank(url, schema)));
      let turn = 0;
      const client = createClient<
        RemoteMethods<{
          pay: {
            params: { payment: string; from: number; to: number; amount: number };
            result: string;
            idempotent: true;
          };
        }>
      >({
        url: 'http://127.0.0.1/bank',
        idempotent: { pay: true },
        // While processes start again, the defaults of 5 attempts may not suffice.
        retry: { attempts: 50, maxTime: 120_000 },
        fetch: (_, init) => {
          turn += 1;
          return fetch(`${banks[turn % banks.length]?.url}/bank`, init);
        },
      });
      const end = new AbortController();
      let kills = 0;
      const killing = (async () => {
        while (!end.signal.aborted) {
          await sleep(1_000);
          const index = kills % banks.length;
          await banks[index]?.kill();
          kills += 1;
          banks[index] = await startBank(url, schema);
        }
      })();
      const pay = (index: number) => {
        const from = index % ACCOUNTS;
        const params = { payment: `p${index}`, from, to: (from + 1) % ACCOUNTS, amount: 1 };
        return safe(client.pay(params));
      };
      const outcomes = [];
      for (let first = 0; first < PAYMENTS; first += 10) {
        const group = Array.from({ length: 10 }, (_, index) => pay(first + index));
        const [paid] = await Promise.all([Promise.all(group), sleep(2_000)]);
        outcomes.push(...paid);
      }
      end.abort();
      await killing;
      await Promise.all(banks.map((bank) => bank.kill()));
      const failed = outcomes.filter(({ ok }) => !ok);
      console.info(`${PAYMENTS} payments, ${kills} kills, ${failed.length} failed`);
      expect(failed).toEqual([]);
      expect(await bookings()).toEqual(
        Array.from({ length: PAYMENTS }, (_, index) => `p${index}`).toSorted(),
      );
      const { rows } = await pool.query<{ sum: number }>(
        'select sum(balance)::int as sum from account',
      );
      expect(rows[0]?.sum).toBe(ACCOUNTS * 1_000);
    },
    SECONDS * 10_000 + 120_000,
  );
});
