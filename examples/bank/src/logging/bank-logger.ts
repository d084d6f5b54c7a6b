import type { Logger } from '@jsonrpc-kit/core';
import { destination, pino } from 'pino';

/** The logger of the bank, such as pino or `console`. */
export interface BankLogger extends Logger {
  info(details: object, message: string): void;
}

/** Creates a logger on standard error, because standard output has the addresses of the server. */
export function standardErrorLogger(): BankLogger {
  return pino(destination(2));
}
