import type { SqlExecutor } from '../sql-executor.js';

/** How long pg-boss may take until it tries to settle a job whose handler has ended, in milliseconds. */
const RELEASE_DELAY = 10_000;

/** The jobs that this process runs or has just run. It settles them itself, and pg-boss doesn't. */
export class OwnedJobs {
  /** The number of attempts by job id. A job that is retried soon may have two. */
  readonly #attempts = new Map<string, number>();

  add(id: string): void {
    this.#attempts.set(id, (this.#attempts.get(id) ?? 0) + 1);
  }

  /** Called once for each {@link add}, when the job is settled. */
  releaseLater(id: string): void {
    setTimeout(() => {
      const remaining = (this.#attempts.get(id) ?? 0) - 1;
      if (remaining > 0) this.#attempts.set(id, remaining);
      else this.#attempts.delete(id);
    }, RELEASE_DELAY).unref();
  }

  /**
   * Returns an executor for pg-boss that skips the statements by which pg-boss settles these jobs. Version
   * 10 doesn't wait for these statements, so their failure would end the process.
   */
  executorOf(database: SqlExecutor): SqlExecutor {
    return {
      executeSql: async (text, values) => {
        const ids = (values as readonly unknown[] | undefined)?.[1];
        const isOwned = Array.isArray(ids) && ids.length > 0 && ids.every((id) => this.#has(id));
        return isOwned ? { rows: [{ count: '0' }] } : database.executeSql(text, values);
      },
    };
  }

  #has(id: unknown): boolean {
    return typeof id === 'string' && this.#attempts.has(id);
  }
}
