import * as v from 'valibot';
import { tally } from './tally.js';

/** One by one, as jsonrpc-kit takes them. */
export const addEntries = { a: v.number(), b: v.number() };
/** The same ones as a whole, as everybody else does. */
export const AddParams = v.object(addEntries);
export const Sum = v.number();

export function add({ a, b }: v.InferOutput<typeof AddParams>): number {
  tally.handlers += 1;
  return a + b;
}
