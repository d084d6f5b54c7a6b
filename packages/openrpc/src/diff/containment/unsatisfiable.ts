import { type Conjunction, expand, orIfUndecided } from './expand.js';
import {
  atLeast,
  atMost,
  elementSchemas,
  hasOnly,
  keywordsOf,
  listedValues,
  patternsOf,
  rangeOf,
  typesOf,
} from './conjunction.js';
import { areDisjoint } from './compare-patterns.js';
import { type LocatedSchema, subschema } from '../../document/schema-document.js';
import { constrainingKeywords } from './identical.js';
import { matches } from './matches.js';
import { memberSchemas, requiredOf } from './members.js';

/** The depth to which members are checked. Deeper ones count as possible. */
const MAX_DEPTH = 3;

/** Whether certainly no value fits all schemas. Ignores keywords that combine schemas. */
export function isUnsatisfiable(all: Conjunction, depth = 0): boolean {
  const types = typesOf(all);
  if (types.size === 0 || listedValues(all)?.length === 0) return true;
  if ([...types].every((type) => type === 'integer' || type === 'fraction')) {
    const { min, isMinExclusive, max, isMaxExclusive } = rangeOf(all, types);
    return min > max || (min === max && (isMinExclusive || isMaxExclusive));
  }
  if (hasOnly(types, 'string')) return hasNoStrings(all);
  if (hasOnly(types, 'object')) {
    const required = requiredOf(all);
    return (
      [...required].some((name) => noneFits(memberSchemas(all, name), depth)) ||
      all.some((one) => rejectsMembers(one, required))
    );
  }
  if (hasOnly(types, 'array')) {
    const count = Math.min(atLeast(all, 'minItems'), 8);
    return Array.from({ length: count }, (_, index) => elementSchemas(all, index)).some((schemas) =>
      noneFits(schemas, depth),
    );
  }
  return false;
}

function hasNoStrings(all: Conjunction): boolean {
  const patterns = patternsOf(all);
  const listed = listedValues(all);
  return (
    atLeast(all, 'minLength') > atMost(all, 'maxLength') ||
    listed?.every((value) => patterns.some((pattern) => !mayMatch(pattern, String(value)))) ===
      true ||
    patterns.some((one, index) =>
      patterns.slice(index + 1).some((other) => areDisjoint(one, other)),
    )
  );
}

function mayMatch(pattern: string, text: string): boolean {
  return orIfUndecided(() => matches(pattern, text), true);
}

/** Whether a schema has `not: { required }` with some of the members. */
function rejectsMembers(one: LocatedSchema, members: ReadonlySet<string>): boolean {
  if (keywordsOf(one)['not'] === undefined) return false;
  const not = subschema(one, 'not');
  return (
    constrainingKeywords(not).join() === 'required' &&
    Array.isArray(keywordsOf(not)['required']) &&
    [...requiredOf([not])].every((name) => members.has(name))
  );
}

/** Whether certainly no value fits all schemas. Follows keywords that combine schemas, such as `allOf`. */
export function noneFits(schemas: Conjunction, depth = 0): boolean {
  if (depth >= MAX_DEPTH) return false;
  return orIfUndecided(
    () => expand(schemas).every((all) => isUnsatisfiable(all, depth + 1)),
    false,
  );
}

/** Whether no value that fits `inner` fits `schema`. */
export function excludes(inner: Conjunction, schema: LocatedSchema): boolean {
  return orIfUndecided(
    () => expand([schema]).every((other) => isUnsatisfiable([...inner, ...other])),
    false,
  );
}
