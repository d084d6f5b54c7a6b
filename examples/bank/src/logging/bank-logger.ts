import type { Logger } from '@jsonrpc-kit/core';
import { destination, pino } from 'pino';

/** What the bank writes its log with: pino, `console`, or whatever has their shape. */
export interface BankLogger extends Logger {
  info(details: object, message: string): void;
}

/** To standard error: standard output belongs to whoever starts the server. */
export function standardErrorLogger(): BankLogger {
  return pino(destination(2));
}
