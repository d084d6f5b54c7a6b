import * as v from 'valibot';
import type { LockedAccount } from '../accounts/lock-accounts.js';
import type { Transaction } from '../database/database.js';
import type { PublishMovement } from '../dependencies/movements-channel.js';
import { NotEnoughMoney } from '../errors/not-enough-money.js';
import { kindOf } from './statement-line.js';

/** A deposit without `from`, a withdrawal without `to`, and a transfer with both. */
export interface Movement {
  readonly from?: LockedAccount;
  readonly to?: LockedAccount;
  /** In cents, greater than 0. */
  readonly amount: number;
}

const Recorded = v.object({ movementId: v.number(), madeAt: v.date() });

/**
 * Changes balances, and records and publishes the movement. No other function changes a balance, so that
 * the movements of an account add up to its balance.
 *
 * @returns the movement's id
 * @throws NotEnoughMoney with the current balance
 */
export async function moveMoney(
  tx: Transaction,
  { from, to, amount }: Movement,
  publish: PublishMovement = () => undefined,
): Promise<number> {
  if (from !== undefined && from.balance < amount) {
    throw new NotEnoughMoney({ balance: from.balance });
  }
  if (from !== undefined) await changeBalance(tx, from, -amount);
  if (to !== undefined) await changeBalance(tx, to, amount);
  const rows = await tx.query(
    `insert into movement (from_account, to_account, amount) values ($1, $2, $3)
    returning id as "movementId", made_at as "madeAt"`,
    [from?.id ?? null, to?.id ?? null, amount],
  );
  const [{ movementId, madeAt }] = v.parse(v.tuple([Recorded]), rows);
  const made = { movementId, at: madeAt.toISOString(), amount };
  if (from !== undefined) {
    const sides = { kind: kindOf('out', to?.id), counterparty: to?.id ?? null };
    publish(from.id, { ...made, ...sides, balance: from.balance - amount });
  }
  if (to !== undefined) {
    const sides = { kind: kindOf('in', from?.id), counterparty: from?.id ?? null };
    publish(to.id, { ...made, ...sides, balance: to.balance + amount });
  }
  return movementId;
}

async function changeBalance(tx: Transaction, { id }: LockedAccount, by: number): Promise<void> {
  await tx.query('update account set balance = balance + $2 where id = $1', [id, by]);
}
