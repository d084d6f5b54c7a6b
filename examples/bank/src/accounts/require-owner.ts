import { AccountNotFound } from '../errors/account-not-found.js';
import type { User } from '../users/user.js';
import type { LockedAccount } from './lock-accounts.js';

/** Throws AccountNotFound for the account of another user, as for one that doesn't exist. */
export function requireOwner(account: LockedAccount, user: User): LockedAccount {
  if (account.userId !== user.id) throw new AccountNotFound({ accountId: account.id });
  return account;
}
