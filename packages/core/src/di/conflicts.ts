import { isBaseError } from '../errors/base-error.js';
import { isHttpError } from '../errors/http-error.js';
import { isObject } from '../options/describe-value.js';

/** When a call is run again because its transaction conflicted with another one. */
export interface TransactionRetryOptions {
  /** The maximum number of attempts, including the first. `1` disables retries. Default: 3. */
  readonly attempts?: number | undefined;
  /**
   * Whether an error is a conflict, after which the same call may succeed. Default: serialization
   * failures and deadlocks of PostgreSQL, as the supported libraries report them. A typed error is never
   * a conflict by default, because your code has chosen it.
   */
  readonly on?: ((error: unknown) => boolean) | undefined;
}

/** {@link TransactionRetryOptions} with their defaults. */
export type RetryPolicy = {
  readonly [Name in keyof TransactionRetryOptions]-?: NonNullable<TransactionRetryOptions[Name]>;
};

/** Receives the outcomes of the transactions of a call. */
export interface TransactionObserver {
  committed(): void;
  /** The transaction was rolled back because of the error, or the error is that of its commit. */
  failed(error: unknown, policy: RetryPolicy): void;
}

/** A serialization failure and a deadlock in PostgreSQL, and both in Prisma. */
const CODES: readonly unknown[] = ['40001', '40P01', 'P2034'];
const MAX_CAUSES = 10;

/**
 * Whether PostgreSQL has ended a transaction because of another one. Recognizes the errors of pg,
 * postgres.js, PGlite, Drizzle, Kysely, Knex and Prisma. Never throws.
 */
export function isConflict(error: unknown): boolean {
  try {
    let current = error;
    for (let depth = 0; depth < MAX_CAUSES && isObject(current); depth += 1) {
      if (isBaseError(current) || isHttpError(current)) return false;
      // Prisma's adapters report the code of the database as `originalCode`.
      const { code, originalCode, cause, meta } = current;
      if (CODES.includes(code) || CODES.includes(originalCode)) return true;
      // Prisma's error for a raw query.
      current = cause ?? (isObject(meta) ? meta['driverAdapterError'] : undefined);
    }
  } catch {
    // A getter or proxy has thrown, which no database library does.
  }
  return false;
}
