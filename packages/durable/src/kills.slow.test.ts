import { createClient, type RemoteMethods, safe } from '@jsonrpc-kit/client';
import { dependency, transactionDependency } from '@jsonrpc-kit/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type BankProcess, startBank } from '../test/bank-process.js';
import { idempotentCalls, pgExecutor } from './index.js';

const url = process.env['DATABASE_URL'] ?? '';
/** The full number of batches is 1,000. */
const BATCHES = Number(process.env['BATCHES'] ?? 100);
/** The full time is 60 seconds. */
const SECONDS = Number(process.env['KILL_SECONDS'] ?? 10);
const PAYMENTS = SECONDS * 5;
const ACCOUNTS = 4;
/** The numbers of calls in a batch. */
const SIZES = Array.from({ length: 19 }, (_, index) => index + 2);
const schema = `kills_${process.pid}`;
const pool = new Pool({ connectionString: url, options: `-csearch_path=${schema}` });

if (!url) {
  console.info(
    'Left out: kills of processes with a PostgreSQL server. To test them: ' +
      'DATABASE_URL=postgres://user@host/database npm run test:slow',
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

/** A batch that was sent to a process. */
interface SentBatch {
  readonly name: string;
  readonly size: number;
  /** Whether the client has received the results of all calls. */
  readonly isReceived: boolean;
}

/** Sends an atomic batch of each size at once. Their promises are never rejected. */
function sendBatches(
  bank: BankProcess,
  round: number,
  signal: () => AbortSignal | null = () => null,
): Promise<SentBatch>[] {
  return SIZES.map(async (size) => {
    const name = `${round} of ${size}`;
    const calls = Array.from({ length: size }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'book',
      params: { payment: `${name}:${id}` },
    }));
    try {
      const response = await fetch(`${bank.url}/batches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(calls),
        signal: signal(),
      });
      const responses = (await response.json()) as readonly object[];
      return { name, size, isReceived: responses.every((one) => 'result' in one) };
    } catch {
      return { name, size, isReceived: false };
    }
  });
}

/** Returns the milliseconds that a process takes for a batch of each size. */
async function measure(bank: BankProcess): Promise<number> {
  const start = performance.now();
  await Promise.all(sendBatches(bank, -1));
  return performance.now() - start;
}

/** Returns by how much to change the time until the next failure, so that it strikes half of the batches. */
function adjustment(batches: readonly SentBatch[]): number {
  const received = batches.filter(({ isReceived }) => isReceived).length;
  return received * 2 < batches.length ? 1.3 : 0.8;
}

/** Waits until the server of the database has noticed that the connections of a killed process are lost. */
async function transactionsEnd(): Promise<void> {
  const locks = `select from pg_locks where relation = '${schema}.booking'::regclass and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await pool.query(locks)).rows.length).toBe(0);
}

/** Checks that all calls of each batch or none are committed, and that both has happened. */
async function expectWholeBatches(sent: readonly SentBatch[]): Promise<void> {
  await transactionsEnd();
  const names = (await bookings()).map((payment) => payment.split(':')[0]);
  const counts = { all: 0, none: 0 };
  for (const { name, size, isReceived } of sent) {
    const committed = names.filter((other) => other === name).length;
    // A client that has received the response has all changes.
    expect(isReceived ? [size] : [0, size], `batch ${name}`).toContain(committed);
    counts[committed === 0 ? 'none' : 'all'] += 1;
  }
  console.info(`${sent.length} batches: ${JSON.stringify(counts)}`);
  expect(Math.min(counts.all, counts.none)).toBeGreaterThan(0);
}

describe.runIf(url)('an atomic batch', () => {
  test(
    'is committed as a whole or not at all if its process is killed',
    async () => {
      const sent: SentBatch[] = [];
      let next = startBank(url, schema);
      let longest = await measure(await next);
      while (sent.length < BATCHES) {
        const bank = await next;
        next = startBank(url, schema);
        const sending = sendBatches(bank, sent.length);
        await sleep(Math.random() * longest);
        await bank.kill();
        const batches = await Promise.all(sending);
        sent.push(...batches);
        longest *= adjustment(batches);
      }
      await (await next).kill();
      await expectWholeBatches(sent);
    },
    60_000 + BATCHES * 2_000,
  );

  test(
    'is committed as a whole or not at all if its client disconnects',
    async () => {
      const bank = await startBank(url, schema);
      const sent: SentBatch[] = [];
      let longest = await measure(bank);
      while (sent.length < BATCHES) {
        const sending = sendBatches(bank, sent.length, () =>
          AbortSignal.timeout(Math.floor(Math.random() * longest)),
        );
        const batches = await Promise.all(sending);
        sent.push(...batches);
        longest *= adjustment(batches);
      }
      await expectWholeBatches(sent);
      await bank.kill();
    },
    60_000 + BATCHES * 1_000,
  );
});

describe.runIf(url)('the typed client', () => {
  test(
    'books every payment once, although a process is killed in each second',
    async () => {
      const banks: (BankProcess | undefined)[] = await Promise.all(
        [0, 1, 2].map(() => startBank(url, schema)),
      );
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
          const running = banks.filter((bank) => bank !== undefined);
          return fetch(`${running[turn % running.length]?.url}/bank`, init);
        },
      });
      const end = new AbortController();
      const starting = new Set<Promise<void>>();
      let kills = 0;
      const killing = (async () => {
        while (!end.signal.aborted) {
          await sleep(1_000);
          const index = kills % banks.length;
          const bank = banks[index];
          // On a busy machine, a process may still be starting.
          if (bank === undefined) continue;
          kills += 1;
          banks[index] = undefined;
          await bank.kill();
          const started = startBank(url, schema).then((next) => void (banks[index] = next));
          starting.add(started);
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
      await Promise.all(starting);
      for (const bank of banks) await bank?.kill();
      const failed = outcomes.filter(({ ok }) => !ok);
      console.info(
        `${PAYMENTS} payments, ${kills} kills, ${turn} attempts, ${failed.length} failed`,
      );
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
