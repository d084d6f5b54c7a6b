import * as v from 'valibot';
import type { Queries } from '../database/database.js';
import { kindOf, type StatementLine } from './statement-line.js';

const MovementRow = v.object({
  movementId: v.number(),
  madeAt: v.date(),
  amount: v.number(),
  isIncoming: v.boolean(),
  counterparty: v.nullable(v.string()),
  balance: v.number(),
});

/**
 * Returns the latest movements of an account, the newest first. Each balance is the sum of the movements so
 * far, so the first one differs from the balance of the account if money was lost.
 */
export async function readStatement(
  tx: Queries,
  accountId: string,
  limit: number,
): Promise<v.InferOutput<typeof StatementLine>[]> {
  const rows = await tx.query(
    `select * from (
      select id as "movementId", made_at as "madeAt", amount,
        coalesce(to_account = $1, false) as "isIncoming",
        case when to_account = $1 then from_account else to_account end as counterparty,
        (sum(case when to_account = $1 then amount else -amount end) over (order by id))::bigint
          as balance
      from movement where from_account = $1 or to_account = $1
    ) as history
    order by "movementId" desc limit $2`,
    [accountId, limit],
  );
  return v.parse(v.array(MovementRow), rows).map(({ madeAt, isIncoming, ...row }) => ({
    ...row,
    at: madeAt.toISOString(),
    kind: kindOf(isIncoming ? 'in' : 'out', row.counterparty),
  }));
}
