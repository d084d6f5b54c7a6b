import * as v from 'valibot';
import type { Queries } from '../database/database.js';
import { User } from './user.js';

/** Adds a user who authenticates with this token. */
export async function addUser(tx: Queries, name: string, token: string): Promise<User> {
  const rows = await tx.query(
    `insert into bank_user (name, token_hash) values ($1, sha256(convert_to($2, 'UTF8')))
    returning id, name`,
    [name, token],
  );
  return v.parse(v.tuple([User]), rows)[0];
}
