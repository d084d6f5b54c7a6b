import * as v from 'valibot';
import { Cents } from './cents.js';

/** An account, for its owner. */
export const Account = v.object({
  accountId: v.string(),
  name: v.string(),
  balance: Cents,
});
