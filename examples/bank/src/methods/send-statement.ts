import { defineMethod } from '@jsonrpc-kit/core';
import { queue } from '@jsonrpc-kit/durable/jobs';
import * as v from 'valibot';
import { currentUser } from '../dependencies/current-user.js';
import { idempotent } from '../dependencies/idempotent.js';
import { ownAccount } from '../dependencies/own-account.js';
import { transaction } from '../dependencies/transaction.js';
import { AccountNotFound } from '../errors/account-not-found.js';

const statements = queue('statements', { lostAfter: 10_000 });

const Reference = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(100),
  v.description('A text of your choice, which appears on the statement'),
);

/**
 * Sends a statement: a real bank would print a letter, and this one adds a row. A notification of the
 * method is stored as a job. A job may run twice, so the method is idempotent.
 */
export const sendStatement = defineMethod(
  'sendStatement',
  {
    args: { reference: Reference, account: ownAccount, tx: transaction },
    result: v.null(),
    errors: [AccountNotFound],
    idempotent,
    timeout: 5_000,
    notifications: { queue: statements, caller: currentUser },
    summary: 'Send a statement of one of your accounts by letter',
    description:
      'Call it as a notification: the server stores the notification and responds at once.',
    tags: ['accounts'],
    effects: { destructive: false, repeatable: false, openWorld: true },
  },
  async ({ reference, account, tx }) => {
    await tx.query('insert into sent_statement (account, reference, balance) values ($1, $2, $3)', [
      account.id,
      reference,
      account.balance,
    ]);
    return null;
  },
);
