import { AccountNotFound } from '../errors/account-not-found.js';
import type { User } from '../users/user.js';
import type { OwnedAccount } from './find-account.js';

/** Throws AccountNotFound for the account of another user, as for one that doesn't exist. */
export function requireOwner<Account extends OwnedAccount>(account: Account, user: User): Account {
  if (account.userId !== user.id) throw new AccountNotFound({ accountId: account.id });
  return account;
}
