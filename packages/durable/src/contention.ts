/** PostgreSQL's codes for a lock that was not available in time, a serialization failure and a deadlock. */
const CONTENTION = ['55P03', '40001', '40P01'];

/**
 * Whether a statement has failed because of another transaction. Its own transaction has failed too, but a
 * new one may succeed.
 */
export function isContention(error: unknown): boolean {
  // Some libraries wrap the errors of their driver.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === 'string' && CONTENTION.includes(code)) return true;
  }
  return false;
}
