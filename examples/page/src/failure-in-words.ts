import type { Call } from '@jsonrpc-kit/client';
import type { BankClient } from './bank-client.js';
import { money } from './money.js';

/** All that a transfer may fail with; what the page does besides fails with nothing else. */
export type Failure =
  ReturnType<BankClient['transfer']> extends Call<unknown, infer Declared> ? Declared : never;

/** For people. The code narrows the error, so the compiler knows which has a balance. */
export function failureInWords(error: Failure): string {
  switch (error.code) {
    case 6001:
      return `Not enough money: the account has ${money(error.data.balance)}.`;
    case 6002:
      return `There is no account ${error.data.accountId}.`;
    case 7000:
      return 'The bank doesn’t know you. Choose another customer.';
    case -32602:
      return 'The bank can’t do this.';
    case 'network':
      return 'The bank can’t be reached. Is it running?';
    case 'timeout':
      return 'The bank has not answered in time.';
    // All others, also codes that nobody declared.
    default:
      return `Something went wrong: ${error.message}`;
  }
}
