import { type Conjunction, schemasIn } from './expand.js';
import { keywordsOf } from './conjunction.js';
import { matches } from './matches.js';
import {
  type LocatedSchema,
  referencesOf,
  SchemaDocument,
  subschema,
} from '../../document/schema-document.js';
import { isObject } from '../../document/json-schema.js';

// The members of an object, as the schemas of a conjunction declare them together.

export function requiredOf(all: Conjunction): ReadonlySet<string> {
  return new Set(
    all.flatMap((one) => {
      const { required } = keywordsOf(one);
      return Array.isArray(required) ? (required as readonly string[]) : [];
    }),
  );
}

/** Returns the names in `properties` of all schemas. */
export function declaredNames(all: Conjunction): ReadonlySet<string> {
  return new Set(all.flatMap((one) => Object.keys(recordOf(one, 'properties'))));
}

/**
 * Returns the schemas of a member, or none if the member is absent. If schemas require a member or depend on it
 * without declaring it, or if an object declares no members, the member can have any value.
 */
export function memberSchemas(all: Conjunction, name: string): readonly LocatedSchema[] {
  const declared = declaredSchemas(all, name);
  const canBeAnything = declared.length === 0 && (isFree(all) || mentionedNames(all).has(name));
  return canBeAnything ? [ANYTHING] : declared;
}

/** Returns the schemas of a member in `properties`, `patternProperties` and `additionalProperties`. */
export function declaredSchemas(all: Conjunction, name: string): readonly LocatedSchema[] {
  return all.flatMap((one) => {
    const own = Object.hasOwn(recordOf(one, 'properties'), name)
      ? [subschema(one, 'properties', name)]
      : [];
    const matching = patternSchemas(one).filter(({ pattern }) => matches(pattern, name));
    const found = [...own, ...matching.map(({ schema }) => schema)];
    if (found.length > 0 || keywordsOf(one)['additionalProperties'] === undefined) return found;
    return [subschema(one, 'additionalProperties')];
  });
}

/** Returns the schemas of members whose names match a pattern. */
export function patternSchemas(
  one: LocatedSchema,
): readonly { readonly pattern: string; readonly schema: LocatedSchema }[] {
  return Object.keys(recordOf(one, 'patternProperties')).map((pattern) => ({
    pattern,
    schema: subschema(one, 'patternProperties', pattern),
  }));
}

/** The schema of a member that can have any value. */
export const ANYTHING: LocatedSchema = {
  schema: true,
  pointer: '',
  document: new SchemaDocument({}),
};

/** Whether objects can have members of any name: schemas declare none at all, or any under a condition. */
export function isFree(all: Conjunction): boolean {
  const isDeclaring = all.some(
    (one) =>
      DECLARING.some((keyword) => keywordsOf(one)[keyword] !== undefined) ||
      Object.keys(recordOf(one, 'patternProperties')).length > 0,
  );
  return !isDeclaring || all.some((one) => mentionsOf(one).isOpen);
}

const DECLARING = ['properties', 'additionalProperties', 'unevaluatedProperties'];

/** Returns the names that can be present: those that are declared, and those that are mentioned. */
export function possibleNames(all: Conjunction): ReadonlySet<string> {
  return new Set([...declaredNames(all), ...mentionedNames(all)]);
}

/** Returns the names that schemas require or depend on, or that only their conditions declare. */
function mentionedNames(all: Conjunction): ReadonlySet<string> {
  return new Set(all.flatMap((one) => [...mentionsOf(one).names]));
}

interface Mentions {
  readonly names: Set<string>;
  /** Whether a condition says what members an object has beside those that it names. */
  isOpen: boolean;
}

const known = new WeakMap<object, Mentions>();

function mentionsOf(one: LocatedSchema): Mentions {
  if (typeof one.schema === 'boolean') return { names: new Set(), isOpen: false };
  const found = known.get(one.schema) ?? { names: new Set(ownMentions(one)), isOpen: false };
  if (!known.has(one.schema)) {
    const visited = new Set<unknown>();
    for (const condition of conditionsOf(one)) collectMentions(condition, found, visited);
    known.set(one.schema, found);
  }
  return found;
}

/** Adds the names in a condition, and in the schemas that it combines. */
function collectMentions(one: LocatedSchema, found: Mentions, visited: Set<unknown>): void {
  if (visited.has(one.schema)) return;
  visited.add(one.schema);
  for (const name of [...declaredNames([one]), ...ownMentions(one)]) found.names.add(name);
  const { additionalProperties = false, unevaluatedProperties = false } = keywordsOf(one);
  found.isOpen ||=
    additionalProperties !== false ||
    unevaluatedProperties !== false ||
    Object.keys(recordOf(one, 'patternProperties')).length > 0;
  const targets = referencesOf(one).flatMap(({ target }) => target ?? []);
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schemasIn(one, keyword));
  const all = [...combined, ...conditionsOf(one), ...targets];
  for (const schema of all) collectMentions(schema, found, visited);
}

/** Returns the names in the keywords that require members, depend on them, or list their names. */
function ownMentions(one: LocatedSchema): readonly string[] {
  const records = ['dependentRequired', 'dependentSchemas', 'dependencies'].map((keyword) =>
    recordOf(one, keyword),
  );
  const { enum: names } = keywordsOf(subschema(one, 'propertyNames'));
  return [
    ...requiredOf([one]),
    ...(Array.isArray(names) ? (names as readonly string[]) : []),
    ...records.flatMap((record) => [
      ...Object.keys(record),
      ...Object.values(record).flatMap((value) =>
        Array.isArray(value) ? (value as readonly string[]) : [],
      ),
    ]),
  ];
}

/** Returns the schemas that apply to the same value under a condition. */
function conditionsOf(one: LocatedSchema): readonly LocatedSchema[] {
  const own = ['if', 'then', 'else']
    .filter((keyword) => keywordsOf(one)[keyword] !== undefined)
    .map((keyword) => subschema(one, keyword));
  const dependent = ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    Object.entries(recordOf(one, keyword))
      .filter(([, value]) => !Array.isArray(value))
      .map(([name]) => subschema(one, keyword, name)),
  );
  return [...own, ...dependent];
}

export function recordOf(one: LocatedSchema, keyword: string): Readonly<Record<string, unknown>> {
  const value = keywordsOf(one)[keyword];
  return isObject(value) ? value : {};
}
