import { InvalidParams, InvalidRequest, type ProblemsData } from '@jsonrpc-kit/core';
import { IdempotencyConflict } from '@jsonrpc-kit/durable';
import type { Bank } from '@jsonrpc-kit/example-bank';
import type { JsonRpcTestResponse } from '@jsonrpc-kit/testing';
import { jsonRpcTest, type TestableApp } from '@jsonrpc-kit/testing/vitest';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { audit } from './audit.js';
import type { TestBank } from './open-test-bank.js';
import { type TestDatabase, testDatabases } from './test-databases.js';

/** A customer of one test. */
interface Customer {
  readonly accountIds: readonly string[];
  /** Calls one method as this customer. */
  readonly call: (
    method: string,
    params?: object,
    idempotencyKey?: string,
  ) => Promise<JsonRpcTestResponse>;
}

const Problems = v.object({ errors: v.array(v.object({ loc: v.array(v.string()) })) });

const notEnoughMoney = 6001;
const accountNotFound = 6002;
const authError = 7000;

/** The data of InvalidParams if only this parameter is wrong. */
function problemOf(name: string, type?: string): ProblemsData {
  const problem = { loc: [name], ...(type === undefined ? {} : { type }) };
  return { errors: [expect.objectContaining(problem)] };
}

/** Tests every method through an app. All tests share a bank, and each has its own customers. */
export function testBankMethods(
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
            const call: Customer['call'] = (method, params, idempotencyKey) => {
              const envelope = idempotencyKey === undefined ? {} : { idempotencyKey };
              return jsonrpcClient.jsonrpc(method, params, { headers, envelope });
            };
            return { accountIds, call };
          },
      );

    describe('every method', () => {
      test.for([undefined, '', 'unknown'])(
        'rejects the token %j with Auth error',
        async (token, { jsonrpcClient }) => {
          const headers = { 'user-auth-token': token };
          const response = await jsonrpcClient.jsonrpc('listAccounts', {}, { headers });
          expect(response).toBeJsonRpcError(authError);
        },
      );

      test('every call of a batch without a user gets an error response', async ({
        jsonrpcClient,
      }) => {
        const responses = await jsonrpcClient.batch([
          { method: 'listAccounts' },
          { method: 'openAccount', params: { name: 'savings' } },
        ]);
        const error = { code: authError, message: 'Auth error' };
        expect(responses).toEqual([
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

      test('assigns different numbers to accounts that are opened at the same time', async ({
        addCustomer,
      }) => {
        const { call } = await addCustomer();
        const opened = await Promise.all(
          Array.from({ length: 5 }, () => call('openAccount', { name: 'same' })),
        );
        expect(new Set(opened.map(({ result }) => JSON.stringify(result))).size).toBe(5);
      });

      test.for(['', '   ', 'x'.repeat(41), 'a\u0000', '\ud800'])(
        'rejects the name %j',
        async (name, { addCustomer }) => {
          const { call } = await addCustomer();
          const response = await call('openAccount', { name });
          expect(response).toBeJsonRpcError(InvalidParams, problemOf('name'));
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
        'rejects the amount %j',
        async (amount, { addCustomer }) => {
          const { call, accountIds } = await addCustomer(100);
          const response = await call('deposit', { accountId: accountIds[0], amount });
          expect(response).toBeJsonRpcError(InvalidParams, problemOf('amount'));
        },
      );
    });

    describe('withdraw', () => {
      test('withdraws the whole balance, but no cent more', async ({ addCustomer }) => {
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

      test('never overdraws an account when calls run at the same time', async ({
        addCustomer,
      }) => {
        const { call, accountIds } = await addCustomer(100);
        const responses = await Promise.all(
          Array.from({ length: 10 }, () =>
            call('withdraw', { accountId: accountIds[0], amount: 30 }),
          ),
        );
        expect(responses.filter(({ result }) => result !== undefined)).toHaveLength(3);
      });

      test('withdraws once for all calls with the same idempotency key', async ({
        addCustomer,
      }) => {
        const { call, accountIds } = await addCustomer(100);
        const withdrawal = { accountId: accountIds[0], amount: 30 };
        const responses = await Promise.all(
          Array.from({ length: 5 }, () => call('withdraw', withdrawal, 'rent')),
        );
        expect(responses[0]).toMatchObject({ result: { balance: 70 } });
        expect(new Set(responses.map(({ result }) => JSON.stringify(result))).size).toBe(1);
        expect(bank.logger.lines.filter(({ details }) => 'isReplay' in details)).toHaveLength(4);
        expect(await call('withdraw', { ...withdrawal, amount: 31 }, 'rent')).toBeJsonRpcError(
          IdempotencyConflict,
        );
        expect(await call('listAccounts')).toMatchObject({ result: [{ balance: 70 }] });
      });

      test('returns the recorded error for an idempotency key, even if there is enough money now', async ({
        addCustomer,
      }) => {
        const { call, accountIds } = await addCustomer(100);
        const [accountId] = accountIds;
        const failed = await call('withdraw', { accountId, amount: 150 }, 'car');
        expect(failed).toBeJsonRpcError(notEnoughMoney, { balance: 100 });
        await call('deposit', { accountId, amount: 100 });
        expect(await call('withdraw', { accountId, amount: 150 }, 'car')).toEqual(failed);
        expect(await call('withdraw', { accountId, amount: 150 }, 'car again')).toBeJsonRpcError(
          InvalidRequest,
        );
        expect(await call('withdraw', { accountId, amount: 150 }, 'car-again')).toMatchObject({
          result: { balance: 50 },
        });
      });

      test("rejects an unknown account and another customer's", async ({ addCustomer }) => {
        const other = await addCustomer(100);
        const { call } = await addCustomer();
        for (const accountId of [other.accountIds[0], '999999.1']) {
          const response = await call('withdraw', { accountId, amount: 1 });
          expect(response).toBeJsonRpcError(accountNotFound, { accountId });
        }
      });
    });

    describe('transfer', () => {
      test("moves money to the caller's accounts and to other customers", async ({
        addCustomer,
      }) => {
        const alice = await addCustomer(100, 0);
        const bob = await addCustomer(0);
        const [from] = alice.accountIds;
        for (const [index, to] of [alice.accountIds[1], bob.accountIds[0]].entries()) {
          const transfer = { from, to, amount: 40 };
          for (const _retry of [1, 2]) {
            expect(await alice.call('transfer', transfer, `to-${index}`)).toBeJsonRpcResult();
          }
        }
        expect(await alice.call('listAccounts')).toMatchObject({
          result: [{ balance: 20 }, { balance: 40 }],
        });
        expect(await bob.call('listAccounts')).toMatchObject({ result: [{ balance: 40 }] });
      });

      test("rejects another customer's account as the source", async ({ addCustomer }) => {
        const alice = await addCustomer(100);
        const bob = await addCustomer(0);
        const [from] = alice.accountIds;
        const response = await bob.call('transfer', { from, to: bob.accountIds[0], amount: 1 });
        expect(response).toBeJsonRpcError(accountNotFound, { accountId: from });
      });

      test('moves no money if the target is unknown', async ({ addCustomer }) => {
        const { call, accountIds } = await addCustomer(100);
        const to = '999999.1';
        expect(await call('transfer', { from: accountIds[0], to, amount: 1 })).toBeJsonRpcError(
          accountNotFound,
          { accountId: to },
        );
        expect(await call('listAccounts')).toMatchObject({ result: [{ balance: 100 }] });
      });

      test('rejects the same account as source and target', async ({ addCustomer }) => {
        const { call, accountIds } = await addCustomer(100);
        const [from] = accountIds;
        const response = await call('transfer', { from, to: from, amount: 1 });
        expect(response).toBeJsonRpcError(InvalidParams, problemOf('to', 'same_account'));
      });

      test('reports all invalid parameters at once', async ({ addCustomer }) => {
        const { call } = await addCustomer();
        const { error } = await call('transfer', { to: 7, amount: -1.5 });
        const { errors } = v.parse(Problems, error?.data);
        expect(new Set(errors.map(({ loc }) => loc.join('.')))).toEqual(
          new Set(['from', 'to', 'amount']),
        );
      });
    });

    describe('statement', () => {
      test('lists every movement with the balance after it, the newest first', async ({
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

    test('responds to an unknown path with 404', async ({ jsonrpcClient }) => {
      expect((await jsonrpcClient.request({ verb: 'GET', url: '/elsewhere' })).status).toBe(404);
    });

    test('has recorded movements that add up to the balances after all tests', async () => {
      const { accounts } = await audit(bank.database);
      expect(accounts.filter(({ balance, recorded }) => balance !== recorded)).toEqual([]);
      expect(bank.logger.errors).toEqual([]);
    });
  });
}
