import * as v from 'valibot';
import type { Queries } from '../database/database.js';
import { User } from './user.js';

/** Returns the user with this token. The table has only its hash, so a leaked table has no tokens. */
export async function findUser(database: Queries, token: string): Promise<User | undefined> {
  const rows = await database.query(
    `select id, name from bank_user where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  return v.parse(v.array(User), rows)[0];
}
