import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NotEnoughMoney } from './errors/not-enough-money.js';
import { withdraw } from './methods.js';
import { audit } from './testing/audit.js';
import { openTestBank, type TestBank } from './testing/open-test-bank.js';
import { post } from './testing/post.js';
import { testDatabases } from './testing/test-databases.js';

describe.each(testDatabases())('on $name', (testDatabase) => {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await openTestBank(testDatabase);
  }, 60_000);
  afterAll(() => bank.close());

  describe('every method', () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'listAccounts' };
    const authError = { jsonrpc: '2.0', id: 1, error: { code: 7000, message: 'Auth error' } };

    test.each([undefined, '', 'nobody’s'])(
      'needs a user; with the token %j there is none',
      async (token) => {
        expect((await post(bank.api, call, { token })).body).toEqual(authError);
      },
    );

    test('of a batch without a user is refused, each with its own answer', async () => {
      const { body } = await post(bank.api, [call, { ...call, id: 2 }]);
      expect(body).toEqual([authError, { ...authError, id: 2 }]);
    });
  });

  describe('openAccount', () => {
    test('opens an empty account with the next number', async () => {
      const { call, accountIds } = await bank.addCustomer([5]);
      const next = accountIds[0]?.replace(/1$/, '2');
      expect(await call('openAccount', { name: ' savings ' })).toMatchObject({
        result: { accountId: next, name: 'savings', balance: 0 },
      });
    });

    test('gives accounts that are opened at once different numbers', async () => {
      const { call } = await bank.addCustomer();
      const opened = await Promise.all(
        Array.from({ length: 5 }, () => call('openAccount', { name: 'same' })),
      );
      expect(new Set(opened.map((answer) => JSON.stringify(answer))).size).toBe(5);
    });

    test.each(['', '   ', 'x'.repeat(41), 'a\u0000', '\ud800'])(
      'refuses the name %j',
      async (name) => {
        const { call } = await bank.addCustomer();
        expect(await call('openAccount', { name })).toMatchObject({
          error: { code: -32602, data: { errors: [{ loc: ['name'] }] } },
        });
      },
    );
  });

  describe('listAccounts', () => {
    test("lists the caller's accounts only, in the order of their opening", async () => {
      await bank.addCustomer([1]);
      const { call, accountIds } = await bank.addCustomer([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await call('listAccounts')).toMatchObject({
        result: accountIds.map((accountId, index) => ({ accountId, balance: index + 1 })),
      });
    });
  });

  describe('deposit', () => {
    test('adds to the balance and records the movement', async () => {
      const { call, accountIds } = await bank.addCustomer([100]);
      const answer = await call('deposit', { accountId: accountIds[0], amount: 25 });
      expect(answer).toMatchObject({ result: { balance: 125 } });
      const statement = await call('statement', { accountId: accountIds[0] });
      expect(statement).toMatchObject({
        result: { balance: 125, lines: [{ kind: 'deposit', amount: 25 }, { amount: 100 }] },
      });
    });

    test.each([0, -1, 1.5, 1_000_000_001, '5', null])('refuses the amount %j', async (amount) => {
      const { call, accountIds } = await bank.addCustomer([100]);
      expect(await call('deposit', { accountId: accountIds[0], amount })).toMatchObject({
        error: { code: -32602, data: { errors: [{ loc: ['amount'] }] } },
      });
    });
  });

  describe('withdraw', () => {
    test('takes all there is, and no cent more', async () => {
      const { call, accountIds } = await bank.addCustomer([100]);
      const accountId = accountIds[0];
      expect(await call('withdraw', { accountId, amount: 101 })).toMatchObject({
        error: { code: 6001, message: 'Not enough money', data: { balance: 100 } },
      });
      expect(await call('withdraw', { accountId, amount: 100 })).toMatchObject({
        result: { balance: 0 },
      });
    });

    test('at once takes no more than there is', async () => {
      const { call, accountIds } = await bank.addCustomer([100]);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          call('withdraw', { accountId: accountIds[0], amount: 30 }),
        ),
      );
      expect(answers.filter((answer) => 'result' in answer)).toHaveLength(3);
    });

    test("does not find somebody else's account, nor one that is not there", async () => {
      const other = await bank.addCustomer([100]);
      const { call } = await bank.addCustomer();
      for (const accountId of [other.accountIds[0], '999999.1']) {
        expect(await call('withdraw', { accountId, amount: 1 })).toMatchObject({
          error: { code: 6002, message: 'Account not found', data: { accountId } },
        });
      }
    });

    test('can be called without a server', async () => {
      const tx = {
        query: async () => [],
        commit: async () => undefined,
        rollback: async () => undefined,
      };
      const account = { id: '1.1', userId: 1, balance: 4 };
      await expect(withdraw.handler({ amount: 5, account, tx })).rejects.toThrow(NotEnoughMoney);
    });
  });

  describe('transfer', () => {
    test("moves money from an own account to anybody's", async () => {
      const alice = await bank.addCustomer([100, 0]);
      const bob = await bank.addCustomer([0]);
      const [from] = alice.accountIds;
      for (const to of [alice.accountIds[1], bob.accountIds[0]]) {
        expect(await alice.call('transfer', { from, to, amount: 40 })).toHaveProperty('result');
      }
      expect(await alice.call('listAccounts')).toMatchObject({
        result: [{ balance: 20 }, { balance: 40 }],
      });
      expect(await bob.call('listAccounts')).toMatchObject({ result: [{ balance: 40 }] });
    });

    test("takes nothing from somebody else's account", async () => {
      const alice = await bank.addCustomer([100]);
      const bob = await bank.addCustomer([0]);
      const params = { from: alice.accountIds[0], to: bob.accountIds[0], amount: 1 };
      expect(await bob.call('transfer', params)).toMatchObject({
        error: { code: 6002, data: { accountId: params.from } },
      });
    });

    test('to an account that is not there leaves the money where it is', async () => {
      const { call, accountIds } = await bank.addCustomer([100]);
      const params = { from: accountIds[0], to: '999999.1', amount: 1 };
      expect(await call('transfer', params)).toMatchObject({
        error: { code: 6002, data: { accountId: '999999.1' } },
      });
      expect(await call('listAccounts')).toMatchObject({ result: [{ balance: 100 }] });
    });

    test('to the same account is refused', async () => {
      const { call, accountIds } = await bank.addCustomer([100]);
      const params = { from: accountIds[0], to: accountIds[0], amount: 1 };
      expect(await call('transfer', params)).toMatchObject({
        error: { code: -32602, data: { errors: [{ loc: ['to'], type: 'same_account' }] } },
      });
    });

    test('with several wrong parameters hears of all of them at once', async () => {
      const { call } = await bank.addCustomer();
      const { error } = (await call('transfer', { to: 7, amount: -1.5 })) as {
        error: { data: { errors: { loc: unknown[] }[] } };
      };
      const problems = error.data.errors.map(({ loc }) => loc.join('.'));
      expect(new Set(problems)).toEqual(new Set(['from', 'to', 'amount']));
    });
  });

  describe('statement', () => {
    test('tells every movement, the newest first, with the balance after it', async () => {
      const alice = await bank.addCustomer([100]);
      const bob = await bank.addCustomer([50]);
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

  test('after all of this the records add up to the balances', async () => {
    const { accounts } = await audit(bank.database);
    expect(accounts.filter(({ balance, recorded }) => balance !== recorded)).toEqual([]);
    expect(bank.logger.errors).toEqual([]);
  });
});
