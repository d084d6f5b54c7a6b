import type { Call } from '@jsonrpc-kit/client';
import type { BankClient } from './bank-client.js';
import { money } from './money.js';

/** The errors of a transfer, which include those of the page's other calls. */
export type BankFailure =
  ReturnType<BankClient['transfer']> extends Call<unknown, infer Declared> ? Declared : never;

/** Describes an error to the user. The code narrows the type of the error's data. */
export function errorMessage(error: BankFailure): string {
  switch (error.code) {
    case 6001:
      return `Not enough money: the account has ${money(error.data.balance)}.`;
    case 6002:
      return `There is no account ${error.data.accountId}.`;
    case 7000:
      return 'The bank doesn’t know you. Choose another customer.';
    case -32602:
      return 'The bank doesn’t accept these values.';
    case 'network':
      return 'The bank can’t be reached. Is it running?';
    case 'timeout':
      return 'The bank did not respond in time.';
    // All other codes, including undeclared ones.
    default:
      return `Something went wrong: ${error.message}`;
  }
}
