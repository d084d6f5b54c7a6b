import * as v from 'valibot';
import { Amount, Cents } from '../accounts/cents.js';

/** One movement, as the account on one side of it sees it. */
export const StatementLine = v.object({
  movementId: v.pipe(v.number(), v.safeInteger()),
  at: v.pipe(v.string(), v.isoTimestamp()),
  kind: v.picklist(['deposit', 'withdrawal', 'transfer in', 'transfer out']),
  /** Always more than none; `kind` says which way. */
  amount: Amount,
  /** The account on the other side of a transfer. */
  counterparty: v.nullable(v.string()),
  /** Of the account, after this movement. */
  balance: Cents,
});
