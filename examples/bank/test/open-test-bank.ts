import { PGlite } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { emptyPglite } from '../../../tooling/vitest/shared-pglite.js';
import { addAccount } from '../src/accounts/add-account.js';
import { lockAccounts } from '../src/accounts/lock-accounts.js';
import { type Bank, createBank } from '../src/create-bank.js';
import { inTransaction } from '../src/database/in-transaction.js';
import { moveMoney } from '../src/movements/move-money.js';
import { addUser } from '../src/users/add-user.js';
import { MemoryLogger } from './memory-logger.js';
import type { TestDatabase } from './test-databases.js';

/** A user of one test. */
export interface Customer {
  readonly token: string;
  readonly accountIds: readonly string[];
}

/** A bank with a separate database. */
export interface TestBank extends Bank {
  readonly logger: MemoryLogger;
  /** Adds a customer with an account for each of these balances. */
  readonly addCustomer: (balances?: readonly number[]) => Promise<Customer>;
}

/** Opens a bank. Those on PGlite share it with the other test files, so close one before the next. */
export async function openTestBank(testDatabase: TestDatabase): Promise<TestBank> {
  const { options, remove } = await testDatabase.create();
  if (!testDatabase.isServer) {
    vi.spyOn(PGlite, 'create').mockResolvedValueOnce(await emptyPglite());
  }
  const logger = new MemoryLogger();
  const bank = await createBank({ database: options, jobs: false, logger });
  return {
    ...bank,
    logger,
    addCustomer: (balances = []) => addCustomer(bank, balances),
    close: async () => {
      await bank.close();
      await remove();
    },
  };
}

async function addCustomer(bank: Bank, balances: readonly number[]): Promise<Customer> {
  const token = randomUUID();
  const accountIds = await inTransaction(bank.database, async (tx) => {
    const user = await addUser(tx, `Customer ${token}`, token);
    const ids: string[] = [];
    for (const amount of balances) {
      const { accountId } = await addAccount(tx, user, 'everyday');
      const account = await lockAccounts(tx, [accountId]);
      if (amount > 0) await moveMoney(tx, { to: account(accountId), amount });
      ids.push(accountId);
    }
    return ids;
  });
  return { token, accountIds };
}
