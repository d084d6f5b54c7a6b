import { defineMethod } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { Account } from '../accounts/account.js';
import { findAccounts } from '../accounts/find-accounts.js';
import { bankDatabase } from '../dependencies/bank-database.js';
import { currentUser } from '../dependencies/current-user.js';

export const listAccounts = defineMethod(
  'listAccounts',
  {
    args: { user: currentUser, database: bankDatabase },
    result: v.array(Account),
    summary: 'List your accounts',
    tags: ['accounts'],
    effects: { readOnly: true },
  },
  ({ user, database }) => findAccounts(database, user),
);
