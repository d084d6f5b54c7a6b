import { cursor, defineSubscription } from '@jsonrpc-kit/core';
import { AccountId } from '../accounts/account-id.js';
import { findAccount } from '../accounts/find-account.js';
import { requireOwner } from '../accounts/require-owner.js';
import { bankDatabase } from '../dependencies/bank-database.js';
import { currentUser } from '../dependencies/current-user.js';
import { movementsChannel } from '../dependencies/movements-channel.js';
import { AccountNotFound } from '../errors/account-not-found.js';
import { StatementLine } from '../movements/statement-line.js';

export const movements = defineSubscription(
  'movements',
  {
    args: {
      accountId: AccountId,
      user: currentUser,
      database: bankDatabase,
      channel: movementsChannel,
      after: cursor,
    },
    event: StatementLine,
    errors: [AccountNotFound],
    summary: 'Receive each new movement of one of your accounts',
    tags: ['accounts'],
  },
  async ({ accountId, user, database, channel, after }) => {
    requireOwner(await findAccount(database, accountId), user);
    return channel.subscribe(accountId, { cursor: after });
  },
);
