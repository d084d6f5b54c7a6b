import { Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { accounts, database, transaction } from './database.js';
import { Forbidden, getAdmin, UnknownUser } from './login.js';

export const admin = new Entrypoint('/admin', {
  name: 'admin',
  errors: [UnknownUser, Forbidden, ...Entrypoint.defaultErrors],
  messageDependencies: [getAdmin],
});

export const listAccounts = admin.method('accounts.list', { args: { db: database } }, ({ db }) =>
  db.select().from(accounts).orderBy(accounts.owner),
);

export const openAccount = admin.method(
  'accounts.open',
  { args: { owner: v.string(), sponsor: v.string(), tx: transaction } },
  async ({ owner, sponsor, tx }) => {
    await tx.insert(accounts).values({ owner, sponsor, balance: 0 });
    return 'opened' as const;
  },
);
