import * as v from 'valibot';
import type { Queries } from '../src/database/database.js';

const AccountRow = v.object({ id: v.string(), balance: v.number(), recorded: v.number() });
const MovementRow = v.object({
  id: v.number(),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  amount: v.number(),
});

export type AuditedAccount = v.InferOutput<typeof AccountRow>;
export type AuditedMovement = v.InferOutput<typeof MovementRow>;

export interface Audit {
  /** The sum of all balances. */
  readonly total: number;
  /** Every account with its balance and the sum of its movements. */
  readonly accounts: readonly AuditedAccount[];
  /** All movements by their ids. */
  readonly movements: ReadonlyMap<number, AuditedMovement>;
}

/** Adds up the money of the bank, from the balances and from the movements. */
export async function audit(database: Queries): Promise<Audit> {
  const accounts = await database.query(
    `select id, balance, (
      select coalesce(sum(case when to_account = account.id then amount else -amount end), 0)
      from movement where account.id in (from_account, to_account)
    )::bigint as recorded
    from account order by id`,
  );
  const movements = await database.query(
    'select id, from_account as "from", to_account as "to", amount from movement',
  );
  const audited = v.parse(v.array(AccountRow), accounts);
  return {
    total: audited.reduce((sum, { balance }) => sum + balance, 0),
    accounts: audited,
    movements: new Map(v.parse(v.array(MovementRow), movements).map((row) => [row.id, row])),
  };
}
