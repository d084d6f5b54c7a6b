import { ignoresSiblings, type LocatedSchema, subschema } from './located-schema.js';

/** Schemas that apply to the same value. Keywords that combine schemas, such as `allOf`, are ignored. */
export type Conjunction = readonly LocatedSchema[];

/** The maximum number of alternatives that a comparison looks at. */
const MAX_ALTERNATIVES = 200;

/** A comparison that ends without a verdict. */
export class Undecided extends Error {}

/**
 * Returns the alternatives of schemas that apply to the same value: every value that fits the schemas fits
 * one alternative. The opposite need not be true, because `not`, `if` and the exclusiveness of `oneOf` are
 * ignored.
 *
 * @throws Undecided if a `$ref` leads back to itself, or there are too many alternatives
 */
export function expand(schemas: Conjunction): readonly Conjunction[] {
  return product(schemas.map((one) => expandOne(one, [])));
}

function expandOne(located: LocatedSchema, path: readonly string[]): readonly Conjunction[] {
  const { schema, pointer, document } = located;
  if (schema === true) return [[]];
  if (schema === false) return [];
  if (path.includes(pointer)) throw new Undecided(`${pointer} refers to itself`);
  const below = (one: LocatedSchema) => expandOne(one, [...path, pointer]);
  const factors: (readonly Conjunction[])[] = [];
  if (typeof schema['$ref'] === 'string') {
    const target = document.resolve(schema['$ref']);
    if (target !== undefined) factors.push(below(target));
  }
  if (!ignoresSiblings(located)) {
    factors.push([[located]]);
    factors.push(...membersOf(located, 'allOf').map(below));
    for (const keyword of ['anyOf', 'oneOf']) {
      if (Array.isArray(schema[keyword])) {
        factors.push(membersOf(located, keyword).flatMap(below));
      }
    }
  }
  return product(factors);
}

/** Returns the schemas in an array such as `allOf`. */
export function membersOf(located: LocatedSchema, keyword: string): readonly LocatedSchema[] {
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
