import { acceptsValues } from './accepts-values.js';
import { compareLengths } from './compare-scalars.js';
import type { Conjunction } from './expand.js';
import { keywordsOf, typesOf } from './conjunction.js';
import { type Compare, mismatch, type Pair } from './schema-pair.js';
import { sameKeywords } from './identical.js';
import { noneFits } from './unsatisfiable.js';
import { matches } from './matches.js';
import { type LocatedSchema, subschema } from '../../document/schema-document.js';
import { isObject } from '../../document/json-schema.js';
import { appendToPointer } from '../../document/pointer.js';
import {
  ANYTHING,
  declaredNames,
  declaredSchemas,
  isFree,
  patternSchemas,
  memberSchemas,
  possibleNames,
  recordOf,
  requiredOf,
} from './members.js';
import type { Mismatch } from './mismatch.js';

/**
 * Compares the keywords for objects. A member that the inner schema neither names nor allows
 * explicitly, by `additionalProperties`, is taken to be absent if the schema declares others.
 */
export function compareObjects(pair: Pair, compare: Compare): readonly Mismatch[] {
  const { inner, outer } = pair;
  if (!typesOf(inner).has('object')) return [];
  return [
    ...compareRequired(pair),
    ...compareCounts(pair),
    ...compareMembers(pair, compare),
    ...compareOthers(pair, compare),
    ...compareNames(pair),
    ...undeclaredMembers(pair),
    ...['dependencies', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties']
      .filter((keyword) => {
        const value = keywordsOf(outer)[keyword];
        if (value === undefined || value === true) return false;
        if (keyword === 'unevaluatedProperties') return true;
        if (inner.some((one) => sameKeywords(one, outer, [keyword]))) return false;
        return dependsOnPossible(inner, value);
      })
      .map((keyword) => mismatch(pair, 'undecided', `\`${keyword}\` differs`, { keyword })),
  ];
}

/** Whether a member that others depend on can be present. */
function dependsOnPossible(inner: Conjunction, dependencies: unknown): boolean {
  const names = isObject(dependencies) ? Object.keys(dependencies) : [];
  return names.some((name) => canBePresent(inner, name));
}

function canBePresent(inner: Conjunction, name: string): boolean {
  const schemas = memberSchemas(inner, name);
  return schemas.length > 0 && !noneFits(schemas);
}

function compareRequired(pair: Pair): readonly Mismatch[] {
  const own = requiredOf(pair.inner);
  return [...requiredOf([pair.outer])]
    .filter((name) => !own.has(name))
    .map((name) => {
      const isDeclared = declaredSchemas(pair.inner, name).length > 0;
      const detail = `objects without the member "${name}"`;
      const found = mismatch(pair, 'required', detail, { member: name, isDeclared });
      const isDeclaredByOuter = Object.hasOwn(recordOf(pair.outer, 'properties'), name);
      const keys = isDeclaredByOuter ? ['properties', name] : ['required'];
      const outer = keys.reduce(appendToPointer, pair.outer.pointer);
      return { ...found, outer, path: `${pair.path}.${name}` };
    });
}

function compareCounts(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  const required = requiredOf(inner).size;
  const names = declaredNames(inner).size;
  const isClosed = inner.some(
    (one) =>
      keywordsOf(one)['additionalProperties'] === false &&
      keywordsOf(one)['patternProperties'] === undefined,
  );
  const { minProperties, maxProperties } = keywordsOf(outer);
  const found = compareLengths(pair, ['minProperties', 'maxProperties'], ['objects', 'members']);
  return found.filter(({ outer: pointer }) =>
    pointer.endsWith('minProperties')
      ? required < Number(minProperties)
      : !isClosed || names > Number(maxProperties),
  );
}

/** Compares each member that the outer schema names, or that matches one of its patterns. */
function compareMembers(pair: Pair, compare: Compare): readonly Mismatch[] {
  const { inner, outer } = pair;
  const named = Object.keys(recordOf(outer, 'properties')).map((name) => ({
    name,
    schema: subschema(outer, 'properties', name),
  }));
  const matching = patternSchemas(outer).flatMap(({ pattern, schema }) =>
    [...possibleNames(inner)]
      .filter((name) => matches(pattern, name))
      .map((name) => ({ name, schema })),
  );
  return [...named, ...matching].flatMap(({ name, schema }) =>
    compareMember(pair, compare, { name, schema }),
  );
}

function compareMember(
  { inner, path, innerPointer }: Pair,
  compare: Compare,
  { name, schema }: { readonly name: string; readonly schema: LocatedSchema },
): readonly Mismatch[] {
  const schemas = memberSchemas(inner, name);
  const [first] = schemas;
  if (first === undefined) return [];
  if (schema.schema === false && noneFits(schemas)) return [];
  return compare({
    inner: schemas,
    outer: schema,
    path: `${path}.${name}`,
    innerPointer: schemas.length === 1 && first !== ANYTHING ? first.pointer : innerPointer,
  });
}

/** Compares the members that the outer schema does not name: by its patterns and the rest. */
function compareOthers(pair: Pair, compare: Compare): readonly Mismatch[] {
  const { inner, outer, path } = pair;
  const patterns = patternSchemas(outer);
  const rest = keywordsOf(outer)['additionalProperties'];
  const isOpen = rest === undefined || rest === true;
  const found: Mismatch[] = [];
  const isClosed = inner.some((one) => keywordsOf(one)['additionalProperties'] === false);
  const others = inner.flatMap((one) => [
    ...patternSchemas(one),
    ...(allowsOthers(one) && !isClosed
      ? [{ pattern: undefined, schema: subschema(one, 'additionalProperties') }]
      : []),
  ]);
  if (isFree(inner)) {
    for (const { pattern, schema } of patterns) {
      const { innerPointer } = pair;
      const place = path + anyMember(pattern, new Set());
      found.push(...compare({ inner: [], outer: schema, path: place, innerPointer }));
    }
  }
  for (const { pattern, schema } of others) {
    const hasOwnTarget = patterns.some((one) => one.pattern === pattern);
    const targets = [
      ...patterns,
      ...(isOpen || hasOwnTarget
        ? []
        : [{ pattern: undefined, schema: subschema(outer, 'additionalProperties') }]),
    ];
    for (const target of targets) {
      found.push(
        ...compare({
          inner: [schema],
          outer: target.schema,
          path: path + anyMember(pattern ?? target.pattern, possibleNames(inner)),
          innerPointer: schema.pointer,
        }),
      );
    }
  }
  if (isOpen) return found;
  for (const name of possibleNames(inner)) {
    if (Object.hasOwn(recordOf(outer, 'properties'), name)) continue;
    if (patterns.some(({ pattern }) => matches(pattern, name))) continue;
    found.push(...compareUnnamed(pair, compare, name));
  }
  // An open object may have any other member, so a closed one is narrower.
  if (inner.every((one) => keywordsOf(one)['additionalProperties'] === undefined)) {
    const detail = 'members that are not declared';
    found.push(mismatch(pair, 'member', detail, { keyword: 'additionalProperties' }));
  }
  return found;
}

/** Returns the place of the members that match a pattern, or of those without a schema for their name. */
function anyMember(pattern: string | undefined, named: ReadonlySet<string>): string {
  if (pattern !== undefined) return `[any member that matches ${pattern}]`;
  return named.size === 0 ? '[any member]' : '[any other member]';
}

function compareUnnamed(pair: Pair, compare: Compare, name: string): readonly Mismatch[] {
  const { inner, outer, path } = pair;
  const schemas = memberSchemas(inner, name);
  const target = subschema(outer, 'additionalProperties');
  if (target.schema !== false) return compareMember(pair, compare, { name, schema: target });
  if (noneFits(schemas)) return [];
  const options = { keyword: 'additionalProperties', member: name, isDeclared: true };
  const found = mismatch(pair, 'member', `the member "${name}"`, options);
  return [{ ...found, path: `${path}.${name}`, inner: schemas[0]?.pointer ?? found.inner }];
}

/** Whether a schema explicitly allows members in addition to those that it names. */
function allowsOthers(one: LocatedSchema): boolean {
  const value = keywordsOf(one)['additionalProperties'];
  return value !== undefined && value !== false;
}

/** Returns the members that only the inner schema declares. */
function undeclaredMembers(pair: Pair): readonly Mismatch[] {
  const { inner, outer, path } = pair;
  const { additionalProperties, properties, allOf, anyOf, oneOf } = keywordsOf(outer);
  if (additionalProperties !== undefined || properties === undefined) return [];
  if ([allOf, anyOf, oneOf].some((combined) => combined !== undefined)) return [];
  return [...declaredNames(inner)]
    .filter((name) => declaredSchemas([outer], name).length === 0)
    .map((name) => {
      const schemas = declaredSchemas(inner, name);
      const detail = `the member "${name}"`;
      const found = mismatch(pair, 'undeclared', detail, { member: name, isDeclared: true });
      return { ...found, path: `${path}.${name}`, inner: schemas[0]?.pointer ?? found.inner };
    });
}

function compareNames(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  if (keywordsOf(outer)['propertyNames'] === undefined) return [];
  if (inner.some((one) => sameKeywords(one, outer, ['propertyNames']))) return [];
  const names = subschema(outer, 'propertyNames');
  const isOpen =
    isFree(inner) ||
    inner.some((one) => allowsOthers(one) || keywordsOf(one)['patternProperties'] !== undefined);
  const { accepted: fit } = acceptsValues(names, [...possibleNames(inner)]);
  if (fit.includes(false)) {
    const detail = 'members with some of the names';
    return [mismatch(pair, 'member', detail, { keyword: 'propertyNames' })];
  }
  if (!isOpen && !fit.includes(undefined)) return [];
  return [
    {
      ...mismatch(pair, 'undecided', '`propertyNames` differs'),
      outer: appendToPointer(outer.pointer, 'propertyNames'),
    },
  ];
}
