import {
  anyOfSecurity,
  apiKeyCookie,
  defineError,
  dependency,
  httpBearer,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';

export class UnknownUser extends defineError({ code: 7000, message: 'Unknown user' }) {}

export class Forbidden extends defineError({
  code: 7001,
  message: 'Forbidden',
  data: v.object({ role: v.literal('admin') }),
}) {}

const users = {
  token: new Map([
    ['token-of-ann', { name: 'ann', isAdmin: false }],
    ['token-of-root', { name: 'root', isAdmin: true }],
  ]),
  session: new Map([['session-of-ann', { name: 'ann', isAdmin: false }]]),
};

/** The user of a bearer token or of a session cookie. */
export const getUser = dependency(
  { login: anyOfSecurity({ token: httpBearer(), session: apiKeyCookie('session') }) },
  ({ login }) => {
    const user = users[login.scheme].get(login.credential);
    if (user === undefined) throw new UnknownUser();
    return user;
  },
);

export const getAdmin = dependency({ user: getUser }, ({ user }) => {
  if (!user.isAdmin) throw new Forbidden({ role: 'admin' });
  return user;
});
