import { cookie, dependency, header } from '@jsonrpc-kit/core';
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

/**
 * The user whose token is in the `user-auth-token` header, or in the cookie of this name, because a page
 * can't set the headers of a WebSocket.
 */
export const currentUser = dependency(
  {
    header: header(v.optional(Token), { alias: 'user-auth-token' }),
    cookie: cookie(v.optional(Token), { alias: 'user-auth-token' }),
    database: bankDatabase,
  },
  async function currentUser({ header: token, cookie: cookieToken, database }) {
    const presented = token ?? cookieToken;
    if (presented === undefined) throw new AuthError();
    const user = await findUser(database, presented);
    if (user === undefined) throw new AuthError();
    return user;
  },
);
