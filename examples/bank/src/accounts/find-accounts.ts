import * as v from 'valibot';
import type { Queries } from '../database/database.js';
import type { User } from '../users/user.js';
import { Account } from './account.js';

/** Returns the user's accounts in the order in which they were opened. */
export async function findAccounts(
  database: Queries,
  user: User,
): Promise<v.InferOutput<typeof Account>[]> {
  const rows = await database.query(
    `select id as "accountId", name, balance from account where user_id = $1
    order by string_to_array(id, '.')::integer[]`,
    [user.id],
  );
  return v.parse(v.array(Account), rows);
}
