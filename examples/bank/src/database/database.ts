/** A row as the driver gives it: numbers for `bigint`, dates for `timestamptz`. Not checked. */
export type Row = Readonly<Record<string, unknown>>;

/** Where SQL can be sent: the database itself, or one of its transactions. */
export interface Queries {
  /** One statement; `$1` in it stands for the first of the values. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/**
 * A transaction. Whoever began it ends it, by `commit` or by `rollback`: it holds the connection
 * until then.
 */
export interface Transaction extends Queries {
  /** Rejects where nothing was kept, for example because a query had failed before. */
  commit(): Promise<void>;
  /** Never rejects, and does nothing where the transaction has ended already. */
  rollback(): Promise<void>;
}

/** What the bank asks of PostgreSQL, wherever it runs. */
export interface Database extends Queries {
  /** Waits until a connection is free. */
  begin(): Promise<Transaction>;
  /** Waits for the transactions that are open. */
  close(): Promise<void>;
}
