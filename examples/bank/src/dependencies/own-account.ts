import { dependency } from '@jsonrpc-kit/core';
import { AccountId } from '../accounts/account-id.js';
import { lockAccounts } from '../accounts/lock-accounts.js';
import { requireOwner } from '../accounts/require-owner.js';
import { currentUser } from './current-user.js';
import { transaction } from './transaction.js';

/** The account of the caller with the parameter `accountId`, locked by the transaction of the call. */
export const ownAccount = dependency(
  { accountId: AccountId, user: currentUser, tx: transaction },
  async function ownAccount({ accountId, user, tx }) {
    const account = await lockAccounts(tx, [accountId]);
    return requireOwner(account(accountId), user);
  },
);
