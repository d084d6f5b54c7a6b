import { type Conjunction, schemasIn } from './expand.js';
import { typesOf } from './conjunction.js';
import { type Compare, mismatch, type Pair } from './schema-pair.js';
import { excludes } from './unsatisfiable.js';
import { describeTypes, type JsonType } from './json-types.js';
import { type LocatedSchema, SchemaDocument } from '../../document/schema-document.js';
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
  const possible = members.filter((member) => !excludes(pair.inner, member));
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
  return [mismatch(pair, 'undecided', 'no member of the union contains all values')];
}

const one = (type: string): LocatedSchema => ({
  schema: { type },
  pointer: '',
  document: new SchemaDocument({}),
});

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
