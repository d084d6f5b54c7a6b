import * as v from 'valibot';
import { Cents } from '../accounts/cents.js';

/** What a caller gets for moving money. */
export const Receipt = v.object({
  movementId: v.pipe(v.number(), v.safeInteger()),
  /** Of the caller's account, afterwards. */
  balance: Cents,
});
