/** A log entry of an api. */
export interface LogEntry {
  readonly details: { readonly err?: unknown };
  readonly message: string;
}

/** A logger that keeps its entries. */
export class MemoryLogger {
  readonly entries: LogEntry[] = [];

  error(details: object, message: string): void {
    this.entries.push({ details, message });
  }

  warn(details: object, message: string): void {
    this.entries.push({ details, message });
  }
}
