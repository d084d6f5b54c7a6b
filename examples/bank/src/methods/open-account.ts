import { defineMethod } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { Account } from '../accounts/account.js';
import { addAccount } from '../accounts/add-account.js';
import { currentUser } from '../dependencies/current-user.js';
import { transaction } from '../dependencies/transaction.js';

const AccountName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(40),
  v.regex(/^\P{C}*$/u, 'Must contain only printable characters'),
);

export const openAccount = defineMethod(
  'openAccount',
  {
    args: { name: AccountName, user: currentUser, tx: transaction },
    result: Account,
    summary: 'Open an empty account',
    tags: ['accounts'],
    effects: { destructive: false, repeatable: false },
  },
  ({ name, user, tx }) => addAccount(tx, user, name),
);
