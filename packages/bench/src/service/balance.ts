import * as v from 'valibot';
import { tally } from './tally.js';

export const balanceEntries = { currency: v.string() };
export const BalanceParams = v.object(balanceEntries);
export const Balance = v.object({ owner: v.string(), amount: v.number(), currency: v.string() });

export interface Session {
  readonly user: string;
}

export interface Account {
  readonly owner: string;
  readonly amount: number;
}

/** The first dependency, a synchronous one. */
export function openSession(): Session {
  tally.dependencies += 1;
  return { user: 'ada' };
}

/** The second one, which needs the first and is asynchronous. */
export async function findAccount({ user }: Session): Promise<Account> {
  tally.dependencies += 1;
  return { owner: user, amount: 70 };
}

export function balance(
  { owner, amount }: Account,
  { currency }: v.InferOutput<typeof BalanceParams>,
): v.InferOutput<typeof Balance> {
  tally.handlers += 1;
  return { owner, amount, currency };
}
