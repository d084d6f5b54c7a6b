import { defineMethod, InvalidParams } from '@jsonrpc-kit/core';
import { AccountId } from '../accounts/account-id.js';
import { Amount } from '../accounts/cents.js';
import { lockAccounts } from '../accounts/lock-accounts.js';
import { requireOwner } from '../accounts/require-owner.js';
import { currentUser } from '../dependencies/current-user.js';
import { idempotent } from '../dependencies/idempotent.js';
import { publishMovement } from '../dependencies/movements-channel.js';
import { transaction } from '../dependencies/transaction.js';
import { AccountNotFound } from '../errors/account-not-found.js';
import { NotEnoughMoney } from '../errors/not-enough-money.js';
import { moveMoney } from '../movements/move-money.js';
import { Receipt } from '../movements/receipt.js';

export const transfer = defineMethod(
  'transfer',
  {
    args: {
      from: AccountId,
      to: AccountId,
      amount: Amount,
      user: currentUser,
      tx: transaction,
      publish: publishMovement,
    },
    result: Receipt,
    errors: [AccountNotFound, NotEnoughMoney],
    summary: 'Transfer money, in cents, from one of your accounts to any account',
    tags: ['money'],
    effects: { destructive: false, repeatable: false },
    idempotent,
    examples: [
      {
        name: 'Between your own accounts',
        params: { from: '1.1', to: '1.2', amount: 500 },
        result: { movementId: 4, balance: 95_00 },
      },
    ],
  },
  async ({ from, to, amount, user, tx, publish }) => {
    if (from === to) throw new InvalidParams({ errors: [sameAccount] });
    const account = await lockAccounts(tx, [from, to]);
    const source = requireOwner(account(from), user);
    const movementId = await moveMoney(tx, { from: source, to: account(to), amount }, publish);
    return { movementId, balance: source.balance - amount };
  },
);

const sameAccount = {
  loc: ['to'],
  msg: 'Must differ from the account "from"',
  type: 'same_account',
};
