import { isSchema } from '../args/argument-source.js';
import { isDependency } from '../args/dependency.js';

/** @param option the name that the list has where it was written, for the message */
export function checkDependencies(
  where: string,
  option: 'dependencies' | 'commonDependencies',
  dependencies: readonly unknown[],
): void {
  for (const [index, entry] of dependencies.entries()) {
    if (isDependency(entry)) continue;
    throw new TypeError(
      `${where}: ${option}[${index}] is no dependency; write dependency({ … }, function)`,
    );
  }
}

export function checkMiddlewares(where: string, middlewares: readonly unknown[]): void {
  for (const [index, entry] of middlewares.entries()) {
    if (typeof entry === 'function') continue;
    throw new TypeError(
      `${where}: middlewares[${index}] is no function; write async (ctx, next) => { … }`,
    );
  }
}

/** @param option of which the value has to be a schema, where it is there at all */
export function checkSchema(where: string, option: string, schema: unknown): void {
  if (schema === undefined || isSchema(schema)) return;
  throw new TypeError(
    `${where}: ${option} is no schema; write one of a library with Standard Schema, as v.string()`,
  );
}

export function checkTimeout(where: string, timeout: number | undefined): void {
  // setTimeout can't count further than a signed 32-bit integer.
  if (timeout === undefined || (timeout > 0 && timeout <= 0x7fff_ffff)) return;
  throw new RangeError(
    `${where}: timeout must be from 1 to 2147483647 milliseconds, not ${timeout}; leave it out for ` +
      `no limit`,
  );
}
