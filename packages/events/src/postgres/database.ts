import type { TransactionExecutor } from '@jsonrpc-kit/core/types';

/** Runs statements. */
interface Queryable {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A connection of {@link PostgresPool}. */
export interface PostgresClient extends Queryable {
  /** Reports notifications and errors. */
  on(event: 'notification' | 'error', listener: (value: unknown) => void): unknown;
  /** Returns the connection to the pool; with `true`, closes it. */
  release(destroy?: boolean): void;
}

/** A `Pool` of `pg`. */
export interface PostgresPool extends Queryable {
  /** Takes a connection out of the pool. */
  connect(): Promise<PostgresClient>;
}

/** A PGlite database. */
export interface PgliteDatabase extends Queryable {
  /** Runs the callback in a transaction. */
  transaction<T>(callback: (transaction: Queryable) => Promise<T>): Promise<T>;
}

/** The database of the events: a pool of `pg`, or a PGlite database. */
export type PostgresDatabase = PostgresPool | PgliteDatabase;

export function executorOf(database: Queryable): TransactionExecutor {
  return { executeSql: (text, values) => database.query(text, values) };
}

/** A reader of another isolation level wouldn't see what was committed while it waited for the lock. */
const ISOLATION = 'isolation level read committed';

/**
 * Ends the transaction of a process that has vanished, which would otherwise hold its lock, and stops
 * waiting for one that hangs.
 */
const TIMEOUTS =
  "select set_config('lock_timeout', '5s', true), " +
  "set_config('idle_in_transaction_session_timeout', '10s', true)";

/** Connections of pools that have a listener for errors. */
const guarded = new WeakSet<PostgresClient>();

/**
 * Keeps a connection that breaks from ending the process, because its pool doesn't listen while it is in use.
 * The current statement fails, too.
 */
function guard(client: PostgresClient): void {
  if (guarded.has(client)) return;
  guarded.add(client);
  client.on('error', () => undefined);
}

/**
 * Runs work in a transaction.
 *
 * @param abandoned closes the connection, which may never respond. PGlite, in this process, has none to close.
 */
export async function inTransaction<T>(
  database: PostgresDatabase,
  work: (executor: TransactionExecutor) => Promise<T>,
  abandoned: AbortSignal,
): Promise<T> {
  if (!('connect' in database)) {
    return database.transaction(async (transaction) => {
      await transaction.query(`set transaction ${ISOLATION}`);
      return work(executorOf(transaction));
    });
  }
  const client = await database.connect();
  guard(client);
  let isBroken = true;
  let isReleased = false;
  const release = (): void => {
    if (!isReleased) client.release(isBroken);
    isReleased = true;
  };
  abandoned.addEventListener('abort', release);
  try {
    abandoned.throwIfAborted();
    await client.query(`begin ${ISOLATION}`);
    await client.query(TIMEOUTS);
    const result = await work(executorOf(client));
    await client.query('commit');
    isBroken = false;
    return result;
  } finally {
    // A connection whose transaction has failed is closed, which rolls back.
    release();
    abandoned.removeEventListener('abort', release);
  }
}
