import { defineMethod } from '@jsonrpc-kit/core';
import { Amount } from '../accounts/cents.js';
import { idempotent } from '../dependencies/idempotent.js';
import { ownAccount } from '../dependencies/own-account.js';
import { publishMovement } from '../dependencies/movements-channel.js';
import { transaction } from '../dependencies/transaction.js';
import { AccountNotFound } from '../errors/account-not-found.js';
import { moveMoney } from '../movements/move-money.js';
import { Receipt } from '../movements/receipt.js';

export const deposit = defineMethod(
  'deposit',
  {
    args: { amount: Amount, account: ownAccount, tx: transaction, publish: publishMovement },
    result: Receipt,
    errors: [AccountNotFound],
    summary: 'Deposit money, in cents, into one of your accounts',
    tags: ['money'],
    effects: { destructive: false, repeatable: false },
    idempotent,
  },
  async ({ amount, account, tx, publish }) => {
    const movementId = await moveMoney(tx, { to: account, amount }, publish);
    return { movementId, balance: account.balance + amount };
  },
);
