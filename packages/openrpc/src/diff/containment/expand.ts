import {
  ignoresSiblings,
  type LocatedSchema,
  referencesOf,
  subschema,
} from '../../document/schema-document.js';

/** Schemas that apply to the same value. Keywords that combine schemas, such as `allOf`, are ignored. */
export type Conjunction = readonly LocatedSchema[];

/** The maximum number of alternatives that a comparison looks at. */
const MAX_ALTERNATIVES = 200;

/** Beyond this many schemas, the alternatives of a schema are too many to look for. */
const MAX_VISITS = 5_000;

/** A comparison that ends without a verdict. */
export class Undecided extends Error {}

/** Returns the result of a function, or another value if it ends without a verdict. */
export function orIfUndecided<Result>(run: () => Result, otherwise: Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof Undecided) return otherwise;
    throw error;
  }
}

/**
 * Returns the alternatives of schemas that apply to the same value: every value that fits the schemas fits
 * one alternative. The opposite need not be true, because `not`, `if` and the exclusiveness of `oneOf` are
 * ignored.
 *
 * @throws Undecided if a `$ref` leads back to itself, or there are too many alternatives
 */
export function expand(schemas: Conjunction): readonly Conjunction[] {
  const visits = { count: 0 };
  return product(schemas.map((one) => expandOne(one, [], visits)));
}

function expandOne(
  located: LocatedSchema,
  path: readonly string[],
  visits: { count: number },
): readonly Conjunction[] {
  const { schema, pointer } = located;
  if (schema === true) return [[]];
  if (schema === false) return [];
  if (path.includes(pointer)) throw new Undecided(`${pointer} refers to itself`);
  if (++visits.count > MAX_VISITS) throw new Undecided('the schemas are too large to compare');
  const below = (one: LocatedSchema) => expandOne(one, [...path, pointer], visits);
  const factors: (readonly Conjunction[])[] = [];
  for (const { target } of referencesOf(located)) {
    if (target !== undefined) factors.push(below(target));
  }
  if (!ignoresSiblings(located)) {
    factors.push([[located]]);
    factors.push(...schemasIn(located, 'allOf').map(below));
    for (const keyword of ['anyOf', 'oneOf']) {
      if (Array.isArray(schema[keyword])) {
        factors.push(schemasIn(located, keyword).flatMap(below));
      }
    }
  }
  return product(factors);
}

/** Returns the schemas in an array such as `allOf`. */
export function schemasIn(located: LocatedSchema, keyword: string): readonly LocatedSchema[] {
  const value = typeof located.schema === 'boolean' ? undefined : located.schema[keyword];
  return Array.isArray(value) ? value.map((_, index) => subschema(located, keyword, index)) : [];
}

function product(factors: readonly (readonly Conjunction[])[]): readonly Conjunction[] {
  let all: readonly Conjunction[] = [[]];
  for (const factor of factors) {
    if (all.length * factor.length > MAX_ALTERNATIVES) {
      throw new Undecided(`there are more than ${MAX_ALTERNATIVES} combinations of alternatives`);
    }
    all = all.flatMap((some) => factor.map((more) => [...some, ...more]));
  }
  return all;
}
