import * as v from 'valibot';
import type { Transaction } from '../database/database.js';
import { AccountNotFound } from '../errors/account-not-found.js';

const LockedAccount = v.object({
  id: v.string(),
  userId: v.number(),
  balance: v.number(),
});

/** An account that no other transaction can change. */
export type LockedAccount = v.InferOutput<typeof LockedAccount>;

/**
 * Locks accounts until the end of the transaction. It locks them in the order of their ids, so that two
 * transfers between the same accounts can't deadlock.
 *
 * @returns the accounts by their ids
 * @throws AccountNotFound for the first account that doesn't exist
 */
export async function lockAccounts(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<(accountId: string) => LockedAccount> {
  const rows = await tx.query(
    `select id, user_id as "userId", balance from account where id = any($1) order by id for update`,
    [accountIds],
  );
  const accounts = new Map(v.parse(v.array(LockedAccount), rows).map((row) => [row.id, row]));
  const get = (accountId: string): LockedAccount => {
    const account = accounts.get(accountId);
    if (account === undefined) throw new AccountNotFound({ accountId });
    return account;
  };
  accountIds.forEach(get);
  return get;
}
