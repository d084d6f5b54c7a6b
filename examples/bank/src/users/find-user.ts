import * as v from 'valibot';
import type { Queries } from '../database/database.js';
import { User } from './user.js';

/** The user with this token. Only its hash is kept, so who reads the table can't act as anybody. */
export async function findUser(database: Queries, token: string): Promise<User | undefined> {
  const rows = await database.query(
    `select id, name from bank_user where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  return v.parse(v.array(User), rows)[0];
}
