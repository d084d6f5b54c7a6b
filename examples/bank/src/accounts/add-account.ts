import * as v from 'valibot';
import type { Transaction } from '../database/database.js';
import type { User } from '../users/user.js';
import { Account } from './account.js';

/** Opens an empty account. */
export async function addAccount(
  tx: Transaction,
  user: User,
  name: string,
): Promise<v.InferOutput<typeof Account>> {
  // The update locks the user's row, so that two accounts opened at once get different numbers.
  const rows = await tx.query(
    `with opened as (
      update bank_user set accounts_opened = accounts_opened + 1 where id = $1
      returning id, accounts_opened
    )
    insert into account (id, user_id, name)
    select id || '.' || accounts_opened, id, $2 from opened
    returning id as "accountId", name, balance`,
    [user.id, name],
  );
  return v.parse(v.tuple([Account]), rows)[0];
}
