import type { JsonRpcResponse } from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankDatabase } from './dependencies/bank-database.js';
import { audit } from '../test/audit.js';
import { withFailures } from '../test/failing-transfers.js';
import { type Customer, openTestBank, type TestBank } from '../test/open-test-bank.js';
import {
  isAsPlanned,
  type PlannedTransfer,
  findDifferences,
  type Sent,
  type SettledTransfer,
} from '../test/settled-transfer.js';
import { testDatabases } from '../test/test-databases.js';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const failures = { halfWay: 77, commit: 78 };
const batchSize = 20;

describe.each(testDatabases())('the money of a bank on $name', (testDatabase) => {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await openTestBank(testDatabase);
  }, 60_000);
  afterAll(() => bank.close());

  test('a thousand concurrent random transfers, some of which fail, neither lose nor create money', async () => {
    console.info(`Random transfers on ${testDatabase.name}: SEED=${seed} repeats them`);
    const customers = [
      await bank.addCustomer([50_000, 20_000]),
      await bank.addCustomer([50_000, 100, 0]),
      await bank.addCustomer([30_000, 10_000, 5_000]),
      await bank.addCustomer([10_000, 0]),
    ];
    const failingDatabase = withFailures(bank.database, failures);
    bank.api.dependencyOverrides.set(bankDatabase, () => failingDatabase);
    const before = await audit(bank.database);

    const client = new JsonRpcTestClient(bank.api, { url: '/api/v1/jsonrpc' });
    const sent = customers.map((customer, index) => {
      const others = customers.filter((other) => other !== customer);
      return sendAll(client, customer, randomTransfers(customer, others, seed + index));
    });
    const settled = (await Promise.all(sent)).flat();
    // Waits for the notifications.
    await client.settled({ timeout: 60_000 });
    const after = await audit(bank.database);

    expect(settled).toHaveLength(1_000);
    expect(after.total).toBe(before.total);
    expect(after.accounts.filter(({ balance, recorded }) => balance !== recorded)).toEqual([]);
    expect(settled.filter((transfer) => !isAsPlanned(transfer))).toEqual([]);
    const added = [...after.movements].filter(([id]) => !before.movements.has(id));
    expect(findDifferences(settled, new Map(added))).toEqual([]);
    expectToBeMixed(settled);
    expectToBeLogged(settled, bank);
    await client.close();
  }, 120_000);
});

/** 250 transfers of a customer, of all kinds; the same ones for the same seed. */
function randomTransfers(
  customer: Customer,
  others: readonly Customer[],
  customerSeed: number,
): PlannedTransfer[] {
  const own = fc.constantFrom(...customer.accountIds);
  const other = fc.constantFrom(...others.flatMap(({ accountIds }) => accountIds));
  const small = fc.integer({ min: 100, max: 2_000 });
  const failing = fc.constantFrom(...Object.values(failures));
  const transfers = fc.oneof(
    { weight: 8, arbitrary: planned(own, other, small) },
    { weight: 2, arbitrary: planned(own, other, failing, -32603) },
    { weight: 1, arbitrary: planned(own, other, fc.constant(1_000_000_000), 6001) },
    { weight: 1, arbitrary: planned(own, fc.constant('999999.1'), small, 6002) },
    { weight: 1, arbitrary: planned(other, own, small, 6002) },
    { weight: 1, arbitrary: planned(own, other, fc.constantFrom(0, -5, 1.5, '7', null), -32602) },
    { weight: 1, arbitrary: planned(fc.constantFrom(7, 'x', '1'), other, small, -32602) },
  );
  return fc.sample(transfers, { numRuns: 250, seed: customerSeed });
}

function planned(
  from: fc.Arbitrary<Sent>,
  to: fc.Arbitrary<Sent>,
  amount: fc.Arbitrary<Sent>,
  errorCode?: number,
): fc.Arbitrary<PlannedTransfer> {
  const isNotification = fc.nat(9).map((digit) => digit === 0);
  return fc.record({ from, to, amount, isNotification, errorCode: fc.constant(errorCode) });
}

/** Sends single calls and batches, all at once. */
async function sendAll(
  client: JsonRpcTestClient,
  { token }: Customer,
  transfers: readonly PlannedTransfer[],
): Promise<SettledTransfer[]> {
  const requests = transfers.map(({ from, to, amount, isNotification }, index) => ({
    jsonrpc: '2.0',
    ...(isNotification ? {} : { id: index }),
    method: 'transfer',
    params: { from, to, amount },
  }));
  const messages: unknown[] = [];
  for (let start = 0; start < requests.length; start += batchSize) {
    const [single, ...batch] = requests.slice(start, start + batchSize);
    messages.push(single, batch);
  }
  const headers = { 'user-auth-token': token };
  const sent = await Promise.all(messages.map((json) => client.request({ json, headers })));
  const responses = sent
    .filter(({ text }) => text !== '')
    .flatMap(({ json }) => json) as JsonRpcResponse[];
  const byId = new Map(responses.map((response) => [response.id, response]));
  return transfers.map((transfer, index) => ({ planned: transfer, response: byId.get(index) }));
}

/** Checks that transfers of all kinds took place. */
function expectToBeMixed(settled: readonly SettledTransfer[]): void {
  const outcomes = new Map<unknown, number>();
  for (const { response } of settled) {
    const outcome = response && ('error' in response ? response.error.code : 'done');
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  console.info('Outcomes:', Object.fromEntries(outcomes));
  for (const outcome of ['done', -32603, 6001, 6002, -32602, undefined]) {
    expect(outcomes.get(outcome)).toBeGreaterThan(10);
  }
}

/** Checks that each internal error was logged once; a notification may have failed with another one. */
function expectToBeLogged(settled: readonly SettledTransfer[], bank: TestBank): void {
  const failedCalls = settled.filter(
    ({ response }) => response && 'error' in response && response.error.code === -32603,
  ).length;
  const failedNotifications = settled.filter(
    ({ planned: { isNotification, errorCode } }) => isNotification && errorCode === -32603,
  ).length;
  expect(bank.logger.errors.length).toBeGreaterThanOrEqual(failedCalls);
  expect(bank.logger.errors.length).toBeLessThanOrEqual(failedCalls + failedNotifications);
}
