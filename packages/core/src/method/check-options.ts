import { isDependency } from '../args/dependency.js';

export function checkDependencies(where: string, dependencies: readonly unknown[]): void {
  for (const [index, entry] of dependencies.entries()) {
    if (isDependency(entry)) continue;
    throw new TypeError(
      `${where}: dependencies[${index}] is no dependency; write dependency({ … }, function)`,
    );
  }
}

export function checkTimeout(where: string, timeout: number | undefined): void {
  // setTimeout can't count further than a signed 32-bit integer.
  if (timeout === undefined || (timeout > 0 && timeout <= 0x7fff_ffff)) return;
  throw new RangeError(
    `${where}: timeout must be from 1 to 2147483647 milliseconds, not ${timeout}`,
  );
}
