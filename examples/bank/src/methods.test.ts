import { expect, test } from 'vitest';
import { testBankMethods } from '../test/test-bank-methods.js';
import { NotEnoughMoney } from './errors/not-enough-money.js';
import { withdraw } from './methods.js';
import { openTestBank } from '../test/open-test-bank.js';

// Calls the api without a framework. The tests of the servers run the same tests with their frameworks.
testBankMethods(openTestBank, ({ api }) => api);

test('the handler of a method can be called without an api', async () => {
  const tx = {
    query: async () => [],
    commit: async () => undefined,
    rollback: async () => undefined,
  };
  const account = { id: '1.1', userId: 1, balance: 4 };
  const publish = () => undefined;
  const result = withdraw.handler({ amount: 5, account, tx, publish });
  await expect(result).rejects.toThrow(NotEnoughMoney);
});
