import { describeValue, isObject } from '../options/describe-value.js';
import type { ArgumentSource } from './argument-source.js';

/** A value that lives as long as the application. Declare one with {@link resource}. */
export interface Resource<out Value = unknown> extends ArgumentSource<Value> {
  /** Reads the value from `api.provide()`. */
  readonly kind: 'resource';
  /** The name in error messages. */
  readonly name: string;
  /** What provides the value, for error messages: `'runJobs(api, …)'`. Default: `api.provide()`. */
  readonly providedBy?: string | undefined;
}

/**
 * Declares a value that lives as long as the application, such as a database, a pool or a cache.
 * Methods and dependencies, including an entrypoint's `messageDependencies`, read it as an argument. Each api
 * supplies its own value with `api.provide()`. Two resources with the same name are still different
 * resources.
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
 * api.provide(database, { open: () => openDatabase(), close: (db) => db.close() });
 * ```
 *
 * @param name the name of the constant, for error messages
 * @throws TypeError if the name is empty or not a string
 */
export function resource<Value>(name: string): Resource<Value> {
  if (typeof (name as unknown) !== 'string' || name === '') {
    throw new TypeError(
      `resource(): the name must be a non-empty string, not ${describeValue(name)}. Write ` +
        `resource('database').`,
    );
  }
  return { kind: 'resource', name };
}

export function isResource(source: unknown): source is Resource {
  return isObject(source) && source['kind'] === 'resource';
}
