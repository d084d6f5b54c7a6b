import { tally } from './tally.js';

/** What each of the three middlewares does before a call, whatever its framework's shape of one is. */
export function enter(): void {
  tally.middlewaresEntered += 1;
}

/** And what it does after it. */
export function leave(): void {
  tally.middlewaresLeft += 1;
}
