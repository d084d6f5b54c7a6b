import * as v from 'valibot';
import type { Queries } from '../database/database.js';
import { AccountNotFound } from '../errors/account-not-found.js';

const OwnedAccount = v.object({ id: v.string(), userId: v.number() });

/** An account with its owner. */
export type OwnedAccount = v.InferOutput<typeof OwnedAccount>;

/** @throws AccountNotFound */
export async function findAccount(database: Queries, accountId: string): Promise<OwnedAccount> {
  const rows = await database.query('select id, user_id as "userId" from account where id = $1', [
    accountId,
  ]);
  const [account] = v.parse(v.array(OwnedAccount), rows);
  if (account === undefined) throw new AccountNotFound({ accountId });
  return account;
}
