import { dependency, header } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { AuthError } from '../errors/auth-error.js';
import { findUser } from '../users/find-user.js';
import { bankDatabase } from './bank-database.js';

const Token = v.pipe(
  v.string(),
  v.description('The token of a customer'),
  // A new bank has these customers, so that readers of the API reference page can try each method.
  v.examples(['alice-token', 'bob-token']),
);

/** The user whose token is in the `user-auth-token` header. */
export const currentUser = dependency(
  { userAuthToken: header(v.optional(Token)), database: bankDatabase },
  async function currentUser({ userAuthToken, database }) {
    if (userAuthToken === undefined) throw new AuthError();
    const user = await findUser(database, userAuthToken);
    if (user === undefined) throw new AuthError();
    return user;
  },
);
