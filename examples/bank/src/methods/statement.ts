import { defineMethod } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { Cents } from '../accounts/cents.js';
import { ownAccount } from '../dependencies/own-account.js';
import { transaction } from '../dependencies/transaction.js';
import { AccountNotFound } from '../errors/account-not-found.js';
import { readStatement } from '../movements/read-statement.js';
import { StatementLine } from '../movements/statement-line.js';

const Limit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));

export const statement = defineMethod(
  'statement',
  {
    args: { limit: v.optional(Limit, 50), account: ownAccount, tx: transaction },
    result: v.object({ balance: Cents, lines: v.array(StatementLine) }),
    errors: [AccountNotFound],
    summary: 'List the latest movements of one of your accounts, newest first',
    tags: ['accounts'],
    effects: { readOnly: true },
  },
  async ({ limit, account, tx }) => ({
    balance: account.balance,
    lines: await readStatement(tx, account.id, limit),
  }),
);
