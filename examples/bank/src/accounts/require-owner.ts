import { AccountNotFound } from '../errors/account-not-found.js';
import type { User } from '../users/user.js';
import type { LockedAccount } from './lock-accounts.js';

/** Somebody else's account is answered like one that is not there. */
export function requireOwner(account: LockedAccount, user: User): LockedAccount {
  if (account.userId !== user.id) throw new AccountNotFound({ accountId: account.id });
  return account;
}
