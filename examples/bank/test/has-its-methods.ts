import { InvalidParams, type ProblemsData } from '@jsonrpc-kit/core';
import type { Bank } from '@jsonrpc-kit/example-bank';
import {
  audit,
  type TestBank,
  type TestDatabase,
  testDatabases,
} from '@jsonrpc-kit/example-bank/testing';
import type { JsonRpcTestResponse } from '@jsonrpc-kit/testing';
import { jsonRpcTest, type TestableApp } from '@jsonrpc-kit/testing/vitest';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect } from 'vitest';

/** A customer that no other test has. */
interface Customer {
  readonly accountIds: readonly string[];
  /** Calls one method as this customer. */
  readonly call: (method: string, params?: object) => Promise<JsonRpcTestResponse>;
}

const Problems = v.object({ errors: v.array(v.object({ loc: v.array(v.string()) })) });

const notEnoughMoney = 6001;
const accountNotFound = 6002;
const authError = 7000;

/** The data of InvalidParams where this parameter, and no other, is wrong. */
function problemOf(name: string, type?: string): ProblemsData {
  const problem = { loc: [name], ...(type === undefined ? {} : { type }) };
  return { errors: [expect.objectContaining(problem)] };
}

/**
 * Tests of every method through the app that serves them, whichever it is. One bank is enough for all
 * of them, as each has customers of its own.
 */
export function hasItsMethods(
  openBank: (database: TestDatabase) => Promise<TestBank>,
  createApp: (bank: Bank) => TestableApp,
): void {
  describe.each(testDatabases())('on $name', (testDatabase) => {
    let bank: TestBank;
    let app: TestableApp;
    beforeAll(async () => {
      bank = await openBank(testDatabase);
      app = createApp(bank);
    }, 60_000);
    afterAll(() => bank.close());

    const test = jsonRpcTest
      .extend('app', () => app)
      .extend('jsonrpcKeepAppOpen', true)
      .extend('jsonrpcUrl', '/api/v1/jsonrpc')
      .extend(
        'addCustomer',
        ({ jsonrpcClient }) =>
          async (...balances: readonly number[]): Promise<Customer> => {
            const { token, accountIds } = await bank.addCustomer(balances);
            const headers = { 'user-auth-token': token };
            const call: Customer['call'] = (method, params) =>
              jsonrpcClient.jsonrpc(method, params, { headers });
            return { accountIds, call };
          },
      );

    describe('every method', () => {
      test.for([undefined, '', "nobody's"])(
        'needs a user; with the token %j there is none',
        async (token, { jsonrpcClient }) => {
          const headers = { 'user-auth-token': token };
          const answer = await jsonrpcClient.jsonrpc('listAccounts', {}, { headers });
          expect(answer).toBeJsonRpcError(authError);
        },
      );

      test('of a batch without a user is refused, each with its own answer', async ({
        jsonrpcClient,
      }) => {
        const answers = await jsonrpcClient.batch([
          { method: 'listAccounts' },
          { method: 'openAccount', params: { name: 'savings' } },
        ]);
        const error = { code: authError, message: 'Auth error' };
        expect(answers).toEqual([
          { jsonrpc: '2.0', id: 0, error },
          { jsonrpc: '2.0', id: 1, error },
        ]);
      });
    });

    describe('openAccount', () => {
      test('opens an empty account with the next number', async ({ addCustomer }) => {
        const { call, accountIds } = await addCustomer(5);
        const accountId = accountIds[0]?.replace(/1$/, '2');
        expect(await call('openAccount', { name: ' savings ' })).toBeJsonRpcResult({
          accountId,
          name: 'savings',
          balance: 0,
        });
      });

      test('gives accounts that are opened at once different numbers', async ({ addCustomer }) => {
        const { call } = await addCustomer();
        const opened = await Promise.all(
          Array.from({ length: 5 }, () => call('openAccount', { name: 'same' })),
        );
        expect(new Set(opened.map(({ result }) => JSON.stringify(result))).size).toBe(5);
      });

      test.for(['', '   ', 'x'.repeat(41), 'a\u0000', '\ud800'])(
        'refuses the name %j',
        async (name, { addCustomer }) => {
          const { call } = await addCustomer();
          const answer = await call('openAccount', { name });
          expect(answer).toBeJsonRpcError(InvalidParams, problemOf('name'));
        },
      );
    });

    describe('listAccounts', () => {
      test("lists the caller's accounts only, in the order of their opening", async ({
        addCustomer,
      }) => {
        await addCustomer(1);
        const { call, accountIds } = await addCustomer(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        expect(await call('listAccounts')).toBeJsonRpcResult(
          accountIds.map((accountId, index) => ({
            accountId,
            name: 'everyday',
            balance: index + 1,
          })),
        );
      });
    });

    describe('deposit', () => {
      test('adds to the balance and records the movement', async ({ addCustomer }) => {
        const { call, accountIds } = await addCustomer(100);
        const [accountId] = accountIds;
        expect(await call('deposit', { accountId, amount: 25 })).toBeJsonRpcResult({
          movementId: expect.any(Number),
          balance: 125,
        });
        expect(await call('statement', { accountId })).toMatchObject({
          result: { balance: 125, lines: [{ kind: 'deposit', amount: 25 }, { amount: 100 }] },
        });
      });

      test.for([0, -1, 1.5, 1_000_000_001, '5', null])(
        'refuses the amount %j',
        async (amount, { addCustomer }) => {
          const { call, accountIds } = await addCustomer(100);
          const answer = await call('deposit', { accountId: accountIds[0], amount });
          expect(answer).toBeJsonRpcError(InvalidParams, problemOf('amount'));
        },
      );
    });

    describe('withdraw', () => {
      test('takes all there is, and no cent more', async ({ addCustomer }) => {
        const { call, accountIds } = await addCustomer(100);
        const [accountId] = accountIds;
        expect(await call('withdraw', { accountId, amount: 101 })).toBeJsonRpcError(
          notEnoughMoney,
          { balance: 100 },
        );
        expect(await call('withdraw', { accountId, amount: 100 })).toMatchObject({
          result: { balance: 0 },
        });
      });

      test('at once takes no more than there is', async ({ addCustomer }) => {
        const { call, accountIds } = await addCustomer(100);
        const answers = await Promise.all(
          Array.from({ length: 10 }, () =>
            call('withdraw', { accountId: accountIds[0], amount: 30 }),
          ),
        );
        expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(3);
      });

      test("does not find somebody else's account, nor one that is not there", async ({
        addCustomer,
      }) => {
        const other = await addCustomer(100);
        const { call } = await addCustomer();
        for (const accountId of [other.accountIds[0], '999999.1']) {
          const answer = await call('withdraw', { accountId, amount: 1 });
          expect(answer).toBeJsonRpcError(accountNotFound, { accountId });
        }
      });
    });

    describe('transfer', () => {
      test("moves money from an own account to anybody's", async ({ addCustomer }) => {
        const alice = await addCustomer(100, 0);
        const bob = await addCustomer(0);
        const [from] = alice.accountIds;
        for (const to of [alice.accountIds[1], bob.accountIds[0]]) {
          expect(await alice.call('transfer', { from, to, amount: 40 })).toBeJsonRpcResult();
        }
        expect(await alice.call('listAccounts')).toMatchObject({
          result: [{ balance: 20 }, { balance: 40 }],
        });
        expect(await bob.call('listAccounts')).toMatchObject({ result: [{ balance: 40 }] });
      });

      test("takes nothing from somebody else's account", async ({ addCustomer }) => {
        const alice = await addCustomer(100);
        const bob = await addCustomer(0);
        const [from] = alice.accountIds;
        const answer = await bob.call('transfer', { from, to: bob.accountIds[0], amount: 1 });
        expect(answer).toBeJsonRpcError(accountNotFound, { accountId: from });
      });

      test('to an account that is not there leaves the money where it is', async ({
        addCustomer,
      }) => {
        const { call, accountIds } = await addCustomer(100);
        const to = '999999.1';
        expect(await call('transfer', { from: accountIds[0], to, amount: 1 })).toBeJsonRpcError(
          accountNotFound,
          { accountId: to },
        );
        expect(await call('listAccounts')).toMatchObject({ result: [{ balance: 100 }] });
      });

      test('to the same account is refused', async ({ addCustomer }) => {
        const { call, accountIds } = await addCustomer(100);
        const [from] = accountIds;
        const answer = await call('transfer', { from, to: from, amount: 1 });
        expect(answer).toBeJsonRpcError(InvalidParams, problemOf('to', 'same_account'));
      });

      test('with several wrong parameters hears of all of them at once', async ({
        addCustomer,
      }) => {
        const { call } = await addCustomer();
        const { error } = await call('transfer', { to: 7, amount: -1.5 });
        const { errors } = v.parse(Problems, error?.data);
        expect(new Set(errors.map(({ loc }) => loc.join('.')))).toEqual(
          new Set(['from', 'to', 'amount']),
        );
      });
    });

    describe('statement', () => {
      test('tells every movement, the newest first, with the balance after it', async ({
        addCustomer,
      }) => {
        const alice = await addCustomer(100);
        const bob = await addCustomer(50);
        const [mine, his] = [alice.accountIds[0], bob.accountIds[0]];
        await alice.call('withdraw', { accountId: mine, amount: 10 });
        await alice.call('transfer', { from: mine, to: his, amount: 20 });
        await bob.call('transfer', { from: his, to: mine, amount: 5 });
        expect(await alice.call('statement', { accountId: mine })).toMatchObject({
          result: {
            balance: 75,
            lines: [
              { kind: 'transfer in', amount: 5, counterparty: his, balance: 75 },
              { kind: 'transfer out', amount: 20, counterparty: his, balance: 70 },
              { kind: 'withdrawal', amount: 10, counterparty: null, balance: 90 },
              { kind: 'deposit', amount: 100, counterparty: null, balance: 100 },
            ],
          },
        });
        expect(await alice.call('statement', { accountId: mine, limit: 1 })).toMatchObject({
          result: { lines: [{ kind: 'transfer in', balance: 75 }] },
        });
      });
    });

    test('what is none of its paths is not found', async ({ jsonrpcClient }) => {
      expect((await jsonrpcClient.request({ verb: 'GET', url: '/elsewhere' })).status).toBe(404);
    });

    test('after all of this the records add up to the balances', async () => {
      const { accounts } = await audit(bank.database);
      expect(accounts.filter(({ balance, recorded }) => balance !== recorded)).toEqual([]);
      expect(bank.logger.errors).toEqual([]);
    });
  });
}
