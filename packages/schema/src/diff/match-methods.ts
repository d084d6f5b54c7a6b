import { sameData } from './containment/identical.js';
import type { Method } from './openrpc-reader.js';

/** A method of the old document. */
export interface OldMethod {
  readonly old: Method;
  /** The same method in the new document. */
  readonly next: Method | undefined;
  /** The new name of a method that is gone. */
  readonly renamed: Method | undefined;
}

export interface MatchedMethods {
  /** In the order of the old document. */
  readonly known: readonly OldMethod[];
  readonly added: readonly Method[];
}

/** Finds the methods of an old document in a new one. */
export function matchMethods(
  oldMethods: readonly Method[],
  newMethods: readonly Method[],
): MatchedMethods {
  const matches = new Map<Method, Method>();
  const matched = new Set<Method>();
  const byName = new Map<string, Method[]>();
  for (const method of newMethods) {
    const same = byName.get(method.name);
    if (same === undefined) byName.set(method.name, [method]);
    else same.push(method);
  }
  // A method may have moved to another entrypoint, unless that had a method of its name before.
  for (const isSamePlace of [true, false]) {
    for (const old of oldMethods.filter((method) => !matches.has(method))) {
      const next = byName
        .get(old.name)
        ?.find(
          (candidate) =>
            !matched.has(candidate) && (!isSamePlace || candidate.entrypoint === old.entrypoint),
        );
      if (next === undefined) continue;
      matches.set(old, next);
      matched.add(next);
    }
  }
  const removed = oldMethods.filter((method) => !matches.has(method));
  const added = newMethods.filter((method) => !matched.has(method));
  const renamed = findRenamed(removed, added);
  const names = new Set(renamed.values());
  return {
    known: oldMethods.map((old) => ({
      old,
      next: matches.get(old),
      renamed: renamed.get(old),
    })),
    added: added.filter((method) => !names.has(method)),
  };
}

/** A removed method was renamed where one new method, and one only, has its params and its result. */
function findRenamed(
  removed: readonly Method[],
  added: readonly Method[],
): ReadonlyMap<Method, Method> {
  const isAlike = (one: Method, other: Method): boolean =>
    one.params.length > 0 &&
    one.entrypoint === other.entrypoint &&
    sameData(one.value['params'], other.value['params']) &&
    sameData(one.value['result'], other.value['result']);
  return new Map(
    removed.flatMap((method) => {
      const alike = added.filter((candidate) => isAlike(method, candidate));
      const rivals = removed.filter((candidate) => isAlike(candidate, method));
      const [match] = alike;
      return match !== undefined && alike.length === 1 && rivals.length === 1
        ? [[method, match] as const]
        : [];
    }),
  );
}
