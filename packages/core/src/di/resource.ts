import { describeValue } from '../options/describe-value.js';
import type { ArgumentSource } from './argument-source.js';

/** A value that lives as long as the application, as {@link resource} declares it. */
export interface Resource<out Value = unknown> extends ArgumentSource<Value> {
  /** It reads what `api.provide()` supplied. */
  readonly kind: 'resource';
  /** For messages. */
  readonly name: string;
}

/**
 * Declares a value that lives as long as the application: a database, a pool, a cache. Methods and
 * dependencies read it as an argument, an entrypoint's `dependencies` included, and each api supplies
 * its own with `api.provide()`. Two resources are different, even if they have the same name.
 *
 * ```ts
 * export const database = resource<Database>('database');
 *
 * export const balance = v1.method(
 *   'balance',
 *   { args: { accountId: v.string(), db: database } },
 *   ({ accountId, db }) => db.balanceOf(accountId),
 * );
 *
 * api.provide(database, () => openDatabase(), (db) => db.close());
 * ```
 *
 * @param name for messages: the name of the constant
 * @throws TypeError if the name is empty or not a string
 */
export function resource<Value>(name: string): Resource<Value> {
  if (typeof (name as unknown) !== 'string' || name === '') {
    throw new TypeError(
      `resource(): the name must be a string that isn't empty, not ${describeValue(name)}. Write ` +
        `resource('database').`,
    );
  }
  return { kind: 'resource', name };
}

export function isResource(source: unknown): source is Resource {
  return (source as { kind?: unknown } | null | undefined)?.kind === 'resource';
}
