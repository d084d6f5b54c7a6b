import { defineError, Entrypoint } from '@jsonrpc-kit/core';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { accounts, transaction } from './database.js';
import { getUser, UnknownUser } from './login.js';

export class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

export class UnknownAccount extends defineError({
  code: 6002,
  message: 'Unknown account',
  data: v.object({ owner: v.string() }),
}) {}

export const bank = new Entrypoint('/bank', {
  name: 'bank',
  errors: [UnknownUser, ...Entrypoint.defaultErrors],
  messageDependencies: [getUser],
});

export const whoami = bank.method('whoami', { args: { user: getUser } }, ({ user }) => user.name);

const Amount = v.pipe(v.number(), v.integer(), v.minValue(1));

export const transfer = bank.method(
  'transfer',
  {
    args: { to: v.string(), amount: Amount, user: getUser, tx: transaction },
    result: v.object({ balance: v.number() }),
    errors: [NotEnoughMoney, UnknownAccount],
  },
  async ({ to, amount, user, tx }) => {
    const change = async (owner: string, by: number): Promise<number> => {
      const [account] = await tx
        .update(accounts)
        .set({ balance: sql`${accounts.balance} + ${by}` })
        .where(eq(accounts.owner, owner))
        .returning();
      if (account === undefined) throw new UnknownAccount({ owner });
      return account.balance;
    };

    await change(to, amount);
    const balance = await change(user.name, -amount);
    // The error rolls both changes back.
    if (balance < 0) throw new NotEnoughMoney({ balance: balance + amount });
    return { balance };
  },
);
