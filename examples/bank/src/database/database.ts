import type { JobDatabase } from '@jsonrpc-kit/durable/jobs';

/** An unchecked row of the driver, with numbers for `bigint` and dates for `timestamptz`. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs SQL, in the database itself or in one of its transactions. */
export interface Queries {
  /** Runs one statement. `$1` is a placeholder for the first value. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/**
 * A transaction. It holds a connection until `commit` or `rollback`, one of which its creator has to
 * call.
 */
export interface Transaction extends Queries {
  /** Rejects if nothing was committed, for example after a failed query. */
  commit(): Promise<void>;
  /** Never rejects. Does nothing after the end of the transaction. */
  rollback(): Promise<void>;
}

/** A PostgreSQL database, embedded or on a server. */
export interface Database extends Queries {
  /** The driver's database, for the jobs. */
  readonly driver: JobDatabase;
  /** Begins a transaction as soon as a connection is free. */
  begin(): Promise<Transaction>;
  /** Waits for the open transactions, then closes the connections. */
  close(): Promise<void>;
}
