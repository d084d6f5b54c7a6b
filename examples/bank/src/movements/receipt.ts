import * as v from 'valibot';
import { Cents } from '../accounts/cents.js';

/** The result of a movement. */
export const Receipt = v.object({
  movementId: v.pipe(v.number(), v.safeInteger()),
  /** The balance of the caller's account after the movement. */
  balance: Cents,
});
