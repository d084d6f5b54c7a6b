import * as v from 'valibot';
import { Amount, Cents } from '../accounts/cents.js';

/** A movement on the statement of one account. */
export const StatementLine = v.object({
  movementId: v.pipe(v.number(), v.safeInteger()),
  at: v.pipe(v.string(), v.isoTimestamp()),
  kind: v.picklist(['deposit', 'withdrawal', 'transfer in', 'transfer out']),
  /** Greater than 0; the direction is in `kind`. */
  amount: Amount,
  /** The account on the other side of a transfer. */
  counterparty: v.nullable(v.string()),
  /** The balance of the account after this movement. */
  balance: Cents,
});

/** Returns the kind of a movement. A deposit and a withdrawal have no account on the other side. */
export function kindOf(
  direction: 'in' | 'out',
  counterparty: string | null | undefined,
): v.InferOutput<typeof StatementLine>['kind'] {
  if (counterparty == null) return direction === 'in' ? 'deposit' : 'withdrawal';
  return `transfer ${direction}`;
}
