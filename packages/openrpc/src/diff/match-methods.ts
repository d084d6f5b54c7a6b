import { isEvent } from './compare-events.js';
import { dataKey } from './containment/identical.js';
import { groupBy } from './group-by.js';
import { type JsonSchema, mapSubschemas } from '../document/json-schema.js';
import type { Descriptor, Method } from '../document/methods.js';

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
  const byName = groupBy(newMethods, nameKey);
  // A method may have moved to another entrypoint, unless that had a method of its name before.
  for (const isSamePlace of [true, false]) {
    for (const old of oldMethods.filter((method) => !matches.has(method))) {
      const next = byName
        .get(nameKey(old))
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
  const renamed = findRenamed(
    removed.filter(({ deprecated }) => !deprecated),
    added,
  );
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

/**
 * A removed method was renamed where one new method, and one only, has its params and its result. The end of a
 * deprecated method is no rename: its replacement is a new method.
 */
function findRenamed(
  removed: readonly Method[],
  added: readonly Method[],
): ReadonlyMap<Method, Method> {
  const [before, after] = [bySignature(removed), bySignature(added)];
  return new Map(
    [...before].flatMap(([signature, [method, ...rivals]]) => {
      const [match, ...others] = after.get(signature) ?? [];
      const isRenamed = method !== undefined && rivals.length + others.length === 0;
      return isRenamed && match !== undefined ? [[method, match] as const] : [];
    }),
  );
}

function bySignature(methods: readonly Method[]): ReadonlyMap<string, readonly Method[]> {
  return groupBy(methods, (method) => {
    const { entrypoint, params, result } = method;
    return dataKey([
      isEvent(method),
      entrypoint,
      params.map(contentOf),
      result && contentOf(result),
    ]);
  });
}

function contentOf({ name, required, schema: { schema } }: Descriptor): object {
  return { name, required, schema: typeof schema === 'boolean' ? schema : withoutTexts(schema) };
}

/** Leaves out texts. Generators derive the title of a schema from the name of its method. */
function withoutTexts(schema: JsonSchema): JsonSchema {
  const texts = { title: undefined, description: undefined };
  return { ...mapSubschemas(schema, withoutTexts), ...texts };
}

/** A method that clients call is not the same as an event of its name. */
function nameKey(method: Method): string {
  return dataKey([isEvent(method), method.name]);
}
