import { acceptsValue } from './accepts-value.js';
import { compareArrays } from './compare-arrays.js';
import { compareObjects } from './compare-objects.js';
import { compareNumbers, compareStrings } from './compare-scalars.js';
import { expand, membersOf, Undecided } from './expand.js';
import { keywordsOf, listedValues, typesOf } from './conjunction.js';
import { describe, mismatch, type Pair } from './schema-pair.js';
import { isIdentical, sameKeywords } from './identical.js';
import { excludes, isImpossible } from './impossible.js';
import { describeTypes, typesOfKeyword } from './json-types.js';
import { ignoresSiblings, type LocatedSchema, subschema } from './located-schema.js';
import { breaking, type Mismatch } from './mismatch.js';
import { compareUnion } from './compare-union.js';

/** The maximum number of pairs that one comparison looks at. Beyond it, the result is undecided. */
const MAX_PAIRS = 20_000;

/**
 * Returns why `outer` rejects values that `inner` accepts. If `breaking()` returns none of the mismatches,
 * every value that fits `inner` also fits `outer`.
 */
export function containmentMismatches(
  inner: LocatedSchema,
  outer: LocatedSchema,
): readonly Mismatch[] {
  const found = new Containment().compare({
    inner: [inner],
    outer,
    path: '',
    innerPointer: inner.pointer,
  });
  const distinct = new Map(
    found.map((one) => [[one.kind, one.outer, one.path, one.detail].join('\n'), one]),
  );
  return [...distinct.values()];
}

/** One comparison. It remembers the pairs that are being compared, to which recursive schemas return. */
class Containment {
  /** The depth in the value at which the comparison of a pair began. */
  readonly #open = new Map<string, number>();
  readonly #ids = new Map<object | boolean, number>();
  #depth = 0;
  #pairs = 0;

  /** Compares a pair that is deeper in the value. */
  readonly compare = (pair: Pair): readonly Mismatch[] => {
    this.#depth++;
    try {
      if (pair.inner.length === 1 && pair.inner[0] && isIdentical(pair.inner[0], pair.outer))
        return [];
      return expand(pair.inner)
        .filter((inner) => !isImpossible(inner))
        .flatMap((inner) => this.#alternative({ ...pair, inner }));
    } catch (error) {
      if (error instanceof Undecided) return [mismatch(pair, 'undecided', error.message)];
      throw error;
    } finally {
      this.#depth--;
    }
  };

  /** Compares one alternative. A schema that refers to itself at the same depth has no meaning. */
  readonly #alternative = (pair: Pair): readonly Mismatch[] => {
    const key = this.#keyOf(pair);
    const begun = this.#open.get(key);
    if (begun !== undefined) {
      if (begun < this.#depth) return [];
      throw new Undecided(`${pair.outer.pointer} refers to itself`);
    }
    if (++this.#pairs > MAX_PAIRS) throw new Undecided('the schemas are too large to compare');
    this.#open.set(key, this.#depth);
    try {
      return this.#keywords(pair);
    } finally {
      this.#open.delete(key);
    }
  };

  #keywords(pair: Pair): readonly Mismatch[] {
    const { inner, outer } = pair;
    const { schema, document } = outer;
    if (schema === true || isImpossible(inner)) return [];
    if (schema === false) return [mismatch(pair, 'type', 'every value')];
    if (inner.some((one) => isIdentical(one, outer))) return [];
    const listed = listedValues(inner);
    if (listed !== undefined) return compareListed(pair, listed);
    const found: Mismatch[] = [];
    const { $ref: ref } = schema;
    if (typeof ref === 'string') {
      const target = document.resolve(ref);
      if (target === undefined) {
        found.push(mismatch(pair, 'undecided', `the $ref ${describe(ref)} can't be resolved`));
      } else found.push(...this.#alternative({ ...pair, outer: target }));
      if (ignoresSiblings(outer)) return found;
    }
    for (const member of membersOf(outer, 'allOf')) {
      // A member of an object may be declared in another schema of `allOf`.
      found.push(...breaking(this.#alternative({ ...pair, outer: member })));
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (
        !Array.isArray(schema[keyword]) ||
        inner.some((one) => sameKeywords(one, outer, [keyword]))
      )
        continue;
      found.push(...compareUnion(pair, keyword, this.#alternative));
    }
    return [...found, ...compareConditions(pair), ...this.#compareOwnKeywords(pair)];
  }

  #compareOwnKeywords(pair: Pair): readonly Mismatch[] {
    const { inner, outer } = pair;
    const { type, enum: values, const: value } = keywordsOf(outer);
    const allowed = typesOfKeyword(type);
    const types = typesOf(inner);
    const missing = new Set([...types].filter((one) => !allowed.has(one)));
    const found: Mismatch[] = [];
    if (missing.size > 0) {
      const isNull = missing.size === 1 && missing.has('null');
      const detail = describeMissing(missing);
      found.push(mismatch(pair, 'type', detail, { keyword: 'type', isNull }));
      if (missing.size === types.size) return found;
    }
    if (Array.isArray(values) || value !== undefined) {
      const list = Array.isArray(values) ? values : [value];
      const keyword = Array.isArray(values) ? 'enum' : 'const';
      found.push(
        mismatch(pair, 'enum', `values other than ${list.map(describe).join(', ')}`, { keyword }),
      );
    }
    return [
      ...found,
      ...compareNumbers(pair),
      ...compareStrings(pair),
      ...compareArrays(pair, this.compare),
      ...compareObjects(pair, this.compare),
    ];
  }

  #keyOf({ inner, outer }: Pair): string {
    const ids = new Set(inner.map(({ schema }) => this.#idOf(schema)));
    return `${[...ids].toSorted((one, other) => one - other).join()} ${this.#idOf(outer.schema)}`;
  }

  #idOf(schema: object | boolean): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}

function describeMissing(missing: Parameters<typeof describeTypes>[0]): string {
  const types = new Set(missing);
  // The outer schema accepts integers.
  if (types.has('fraction') && !types.has('integer') && types.size === 1) {
    return 'numbers that are not integers';
  }
  return types.has('null') && types.size === 1
    ? 'null'
    : `values of the type ${describeTypes(types)}`;
}

function compareListed(pair: Pair, values: readonly unknown[]): readonly Mismatch[] {
  const found = values.map((value) => ({ value, fits: acceptsValue(pair.outer, value) }));
  const rejected = found.filter(({ fits }) => fits === false).map(({ value }) => value);
  if (rejected.length > 0) {
    const isNull = rejected.length === 1 && rejected[0] === null;
    const detail = rejected.map(describe).join(', ');
    return [mismatch(pair, isNull ? 'type' : 'enum', detail, { isNull })];
  }
  return found.every(({ fits }) => fits === true)
    ? []
    : [mismatch(pair, 'undecided', "a $ref can't be resolved")];
}

/** Compares the keywords that must be equal in both schemas. */
function compareConditions(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  const conditions: readonly (readonly string[])[] = [
    ['not'],
    ['if', 'then', 'else'],
    ['$dynamicRef'],
    ['$recursiveRef'],
  ];
  return conditions
    .filter(([first = '']) => keywordsOf(outer)[first] !== undefined)
    .filter((keywords) => !inner.some((one) => sameKeywords(one, outer, keywords)))
    .filter(([first]) => first !== 'not' || !excludes(inner, subschema(outer, 'not')))
    .map(([keyword = '']) => mismatch(pair, 'undecided', `\`${keyword}\` differs`, { keyword }));
}
