import type { BankLogger } from '../src/logging/bank-logger.js';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly details: object;
  readonly message: string;
}

/** Keeps the log lines for a test. */
export class MemoryLogger implements BankLogger {
  readonly lines: LogLine[] = [];

  info(details: object, message: string): void {
    this.lines.push({ level: 'info', details, message });
  }

  warn(details: object, message: string): void {
    this.lines.push({ level: 'warn', details, message });
  }

  error(details: object, message: string): void {
    this.lines.push({ level: 'error', details, message });
  }

  get errors(): readonly LogLine[] {
    return this.lines.filter(({ level }) => level === 'error');
  }
}
