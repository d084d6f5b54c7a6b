/** Runs statements in a transaction. The executors of `@jsonrpc-kit/durable` have this interface. */
export interface TransactionExecutor {
  /** Runs one statement. `$1` is a placeholder for the first value. */
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}
