/**
 * Runs statements in the transaction of a call. pg-boss accepts the same interface as its `db`.
 *
 * ```ts
 * const executor = (tx: MyTransaction): SqlExecutor => ({
 *   executeSql: async (text, values) => ({ rows: await tx.query(text, values) }),
 * });
 * ```
 */
export interface SqlExecutor {
  /** Runs one statement, and returns its rows. `$1` is a placeholder for the first value. */
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A client or a pool of `pg`, or a PGlite database or transaction. */
export interface QueryClient {
  /** Runs one statement, and returns its rows. */
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The result of a statement. */
export type SqlResult = Awaited<ReturnType<SqlExecutor['executeSql']>>;

/**
 * Runs statements with `pg`. On a client on which a transaction has begun, they are part of it. On a pool,
 * each statement is its own transaction, which suffices for `createTable()` and `sweep()`.
 */
export function pgExecutor(client: QueryClient): SqlExecutor {
  return { executeSql: (text, values) => client.query(text, values) };
}

/** Runs statements in a transaction of PGlite, or each on its own on a PGlite database. */
export function pgliteExecutor(database: QueryClient): SqlExecutor {
  return pgExecutor(database);
}

/** A transaction of Drizzle over PostgreSQL. */
interface DrizzleTransaction<Query> {
  execute(query: Query): PromiseLike<unknown>;
}

/** The template tag of Drizzle. */
interface DrizzleTag<Query> {
  (strings: TemplateStringsArray, ...values: unknown[]): Query;
  param(value: unknown): unknown;
}

/**
 * Runs statements in a transaction of Drizzle.
 *
 * ```ts
 * import { sql } from 'drizzle-orm';
 *
 * idempotentCalls({ transaction, executor: (tx) => drizzleExecutor(tx, sql), caller });
 * ```
 *
 * @param sql the template tag of `drizzle-orm`
 */
export function drizzleExecutor<Query>(
  transaction: DrizzleTransaction<Query>,
  sql: DrizzleTag<Query>,
): SqlExecutor {
  return {
    executeSql: async (text, values) => {
      const template = toTemplate(text, values);
      // Without param(), Drizzle omits undefined, and turns an array into a list of parameters.
      const params = template.values.map((value) => sql.param(toDriverValue(value)));
      const result = await transaction.execute(sql(template.strings, ...params));
      // The driver postgres.js returns the rows themselves.
      return Array.isArray(result) ? { rows: result as unknown[] } : (result as SqlResult);
    },
  };
}

/**
 * Encodes dates and objects as Drizzle's own columns do, because Drizzle disables the encoding of postgres.js.
 */
function toDriverValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  const isJson = typeof value === 'object' && !Array.isArray(value) && !ArrayBuffer.isView(value);
  return isJson && value !== null ? JSON.stringify(value) : (value ?? null);
}

/** A query that Kysely's template tag returns. */
interface KyselyQuery<Transaction> {
  execute(transaction: Transaction): Promise<SqlResult>;
}

/**
 * Runs statements in a transaction of Kysely.
 *
 * ```ts
 * import { sql } from 'kysely';
 *
 * idempotentCalls({ transaction, executor: (tx) => kyselyExecutor(tx, sql), caller });
 * ```
 *
 * @param sql the template tag of `kysely`
 */
export function kyselyExecutor<Transaction>(
  transaction: Transaction,
  sql: (strings: TemplateStringsArray, ...values: unknown[]) => KyselyQuery<Transaction>,
): SqlExecutor {
  return {
    executeSql: (text, values) => {
      const template = toTemplate(text, values);
      return sql(template.strings, ...template.values).execute(transaction);
    },
  };
}

interface Template {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];
}

/** Turns the placeholders of a statement into the parts of a tagged template. */
function toTemplate(text: string, values: readonly unknown[]): Template {
  const parts = text.split(/\$(\d+)/);
  const strings = parts.filter((_, index) => index % 2 === 0);
  const positions = parts.filter((_, index) => index % 2 === 1);
  return {
    strings: Object.assign(strings, { raw: strings }),
    values: positions.map((position) => values[Number(position) - 1]),
  };
}
