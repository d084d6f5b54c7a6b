import { addAccount } from './accounts/add-account.js';
import { lockAccounts } from './accounts/lock-accounts.js';
import type { Transaction } from './database/database.js';
import { moveMoney } from './movements/move-money.js';
import { addUser } from './users/add-user.js';

/** The demo customers, with the balances of their accounts in cents. */
const customers = [
  { name: 'Alice', token: 'alice-token', accounts: { everyday: 100_00, savings: 2_500_00 } },
  { name: 'Bob', token: 'bob-token', accounts: { everyday: 50_00 } },
];

/** Adds the demo customers to a bank without users. Doesn't change a bank that has users. */
export async function seed(tx: Transaction): Promise<void> {
  const users = await tx.query('select id from bank_user limit 1');
  if (users.length > 0) return;
  for (const { name, token, accounts } of customers) {
    const user = await addUser(tx, name, token);
    for (const [accountName, amount] of Object.entries(accounts)) {
      const { accountId } = await addAccount(tx, user, accountName);
      const account = await lockAccounts(tx, [accountId]);
      await moveMoney(tx, { to: account(accountId), amount });
    }
  }
}
