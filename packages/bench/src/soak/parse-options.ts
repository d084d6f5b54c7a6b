import { parseArgs } from 'node:util';

export interface Options {
  readonly minutes: number;
  readonly clients: number;
  /** By which a run can be repeated. */
  readonly seed: number;
}

export const usage = `npm run soak -- [options]

options
  --minutes 3       how long, a part of one too; a quarter of it is the warm-up, and
                    a fuzz run of another quarter follows
  --clients 32      how many send at once
  --seed 1          for the same requests once more; else another one each time
  --help            this`;

/** @throws RangeError, or what Node's `parseArgs` throws, that says what is wrong */
export function parseOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '3' },
      clients: { type: 'string', default: '32' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const minutes = Number(values.minutes);
  const clients = Number(values.clients);
  const seed = Number(values.seed);
  if (!(minutes > 0 && minutes < Infinity)) throw new RangeError('--minutes takes a number over 0');
  if (!Number.isSafeInteger(clients) || clients < 1) {
    throw new RangeError('--clients takes a positive integer');
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError('--seed takes an integer');
  return { minutes, clients, seed };
}
