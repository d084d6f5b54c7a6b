/** PostgreSQL's codes for a serialization failure and a deadlock. */
const CONFLICTS = ['40001', '40P01'];
/** With that for a lock that was not available in time. */
const CONTENTION = [...CONFLICTS, '55P03'];

/** PostgreSQL's codes for a schema, a table, a row and any other object that exists already. */
const DUPLICATES = ['42P06', '42P07', '23505', '42710'];

/**
 * Whether a statement has failed because several processes create the same objects at the same time. `if
 * not exists` doesn't prevent that.
 */
export function isCreationRace(error: unknown): boolean {
  return isContention(error) || hasCode(error, DUPLICATES);
}

/** Whether the transaction of a statement conflicts with another one. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, CONFLICTS);
}

/**
 * Whether a statement has failed because of another transaction. Its transaction can't continue, but a new
 * one may succeed.
 */
export function isContention(error: unknown): boolean {
  return hasCode(error, CONTENTION);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  // Some libraries wrap the errors of their driver.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === 'string' && codes.includes(code)) return true;
  }
  return false;
}
