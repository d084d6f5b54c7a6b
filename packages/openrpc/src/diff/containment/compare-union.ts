import { type Conjunction, expand, schemasIn } from './expand.js';
import { isIdentical } from './identical.js';
import { hasOnly, typesOf } from './conjunction.js';
import { type Compare, mismatch, type Pair } from './schema-pair.js';
import { excludes } from './unsatisfiable.js';
import { describeTypes, type JsonType } from './json-types.js';
import {
  ignoresSiblings,
  type LocatedSchema,
  referencesOf,
  SchemaDocument,
} from '../../document/schema-document.js';
import { breaking, type Mismatch } from './mismatch.js';

/**
 * Compares with `anyOf` or `oneOf`: one member has to contain all values, or all values of a type. A
 * member of `oneOf` also has to exclude the others.
 */
export function compareUnion(
  pair: Pair,
  keyword: 'anyOf' | 'oneOf',
  compare: Compare,
): readonly Mismatch[] {
  const members = schemasIn(pair.outer, keyword);
  const types = [...typesOf(pair.inner)];
  const whole = compareMembers(pair, members, compare, keyword === 'oneOf');
  if (whole.length === 0 || types.length === 1) return whole;
  return types.flatMap((type) => {
    const inner: Conjunction = [...pair.inner, ONE_TYPE[type]];
    return compareMembers({ ...pair, inner }, members, compare, keyword === 'oneOf');
  });
}

function compareMembers(
  pair: Pair,
  members: readonly LocatedSchema[],
  compare: Compare,
  isExclusive: boolean,
): readonly Mismatch[] {
  const possible = members.filter(
    (member) =>
      !excludes(pair.inner, member) &&
      !(isExclusive && isInOtherAlternative(pair, member, compare)),
  );
  const attempts: (readonly Mismatch[])[] = [];
  for (const member of possible) {
    const found = breaking(compare({ ...pair, outer: member }));
    attempts.push(found);
    if (found.length > 0) continue;
    if (!isExclusive || possible.length === 1) return [];
    return [mismatch(pair, 'undecided', 'more than one member of `oneOf` may accept a value')];
  }
  const [only] = attempts;
  if (only === undefined) {
    const types = [...typesOf(pair.inner)];
    const isNull = types.length === 1 && types[0] === 'null';
    return [
      mismatch(pair, 'enum', isNull ? 'null' : `an alternative of ${describeTypes(types)}`, {
        isNull,
      }),
    ];
  }
  if (attempts.length === 1) return only;
  const found = compareNonEmpty(pair, members, compare);
  if (found.length > 0) return found;
  // This member may contain all values, so its mismatches are the reason.
  const open = attempts.find((attempt) => attempt.every(({ kind }) => kind === 'undecided'));
  if (open !== undefined) return open;
  return [mismatch(pair, 'undecided', 'no member of the union contains all values')];
}

/** Several members may accept an empty array. Returns the mismatches of other arrays if only one accepts these. */
function compareNonEmpty(
  pair: Pair,
  members: readonly LocatedSchema[],
  compare: Compare,
): readonly Mismatch[] {
  if (!hasOnly(typesOf(pair.inner), 'array')) return [];
  const inner: Conjunction = [...pair.inner, NON_EMPTY];
  const [outer, ...others] = members.filter((member) => !excludes(inner, member));
  if (outer === undefined || others.length > 0) return [];
  return breaking(compare({ ...pair, inner, outer }));
}

/**
 * Whether every value of a member fits another alternative of the inner `oneOf` than the values of the pair.
 * These values then don't fit the member, or the inner `oneOf` would reject them.
 */
function isInOtherAlternative(pair: Pair, member: LocatedSchema, compare: Compare): boolean {
  const { inner, unexpanded = [] } = pair;
  return unexpanded
    .flatMap((schema) => oneOfsIn(schema))
    .some((alternatives) => {
      const others = alternatives.filter((alternative) => !isPartOf(inner, alternative));
      // A value fits exactly one of them.
      if (others.length !== alternatives.length - 1) return false;
      return others.some(
        (other) => isIdentical(member, other) || isContained(pair, member, other, compare),
      );
    });
}

function isContained(
  pair: Pair,
  member: LocatedSchema,
  outer: LocatedSchema,
  compare: Compare,
): boolean {
  return expand([member]).every(
    (inner) => breaking(compare({ ...pair, inner, unexpanded: [member], outer })).length === 0,
  );
}

/** The longest chain of `$ref` and `allOf` that is followed to a `oneOf`. */
const MAX_HOPS = 20;

/** Returns the lists of alternatives of which a value of the schema fits exactly one. */
function oneOfsIn(located: LocatedSchema, hops = 0): readonly (readonly LocatedSchema[])[] {
  if (hops > MAX_HOPS) return [];
  const targets = referencesOf(located).flatMap(({ target }) => target ?? []);
  if (ignoresSiblings(located)) return targets.flatMap((target) => oneOfsIn(target, hops + 1));
  const below = [...targets, ...schemasIn(located, 'allOf')];
  const own = schemasIn(located, 'oneOf');
  const found = below.flatMap((one) => oneOfsIn(one, hops + 1));
  return own.length === 0 ? found : [own, ...found];
}

/** Whether an expanded conjunction was made from this alternative. */
function isPartOf(inner: Conjunction, alternative: LocatedSchema, hops = 0): boolean {
  if (inner.some(({ schema }) => schema === alternative.schema)) return true;
  return (
    hops < MAX_HOPS &&
    referencesOf(alternative).some(
      ({ target }) => target !== undefined && isPartOf(inner, target, hops + 1),
    )
  );
}

const one = (type: string, more: object = {}): LocatedSchema => ({
  schema: { type, ...more },
  pointer: '',
  document: new SchemaDocument({}),
});

const NON_EMPTY = one('array', { minItems: 1 });

const ONE_TYPE: Readonly<Record<JsonType, LocatedSchema>> = {
  array: one('array'),
  boolean: one('boolean'),
  // There is no keyword for the numbers that are not integers. All numbers contain them.
  fraction: one('number'),
  integer: one('integer'),
  null: one('null'),
  object: one('object'),
  string: one('string'),
};
