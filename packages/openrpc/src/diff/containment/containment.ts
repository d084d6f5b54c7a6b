import { acceptsValues } from './accepts-values.js';
import { compareArrays } from './compare-arrays.js';
import { compareObjects } from './compare-objects.js';
import { compareNumbers, compareStrings } from './compare-scalars.js';
import { expand, schemasIn, Undecided } from './expand.js';
import { keywordsOf, listedValues, typesOf } from './conjunction.js';
import { describe, describeList, mismatch, type Pair } from './schema-pair.js';
import { isIdentical, sameKeywords } from './identical.js';
import { excludes, isUnsatisfiable } from './unsatisfiable.js';
import { describeTypes, isTypeKeyword, typesOfKeyword } from './json-types.js';
import {
  ignoresSiblings,
  type LocatedSchema,
  referencesOf,
  subschema,
} from '../../document/schema-document.js';
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
  const found = compareWhole({ inner: [inner], outer, path: '', innerPointer: inner.pointer });
  const distinct = new Map(
    found.map((one) => [[one.kind, one.outer, one.path, one.detail].join('\n'), one]),
  );
  return [...distinct.values()];
}

function compareWhole(pair: Pair): readonly Mismatch[] {
  try {
    return new Containment().compare(pair);
  } catch (error) {
    // A long chain of `$ref`s overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    return [mismatch(pair, 'undecided', 'the schemas are nested too deeply to compare')];
  }
}

/** One comparison: what is being compared now, which a recursive schema comes back to. */
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
        .filter((inner) => !isUnsatisfiable(inner))
        .flatMap((inner) => this.#alternative({ ...pair, inner, unexpanded: pair.inner }));
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
    const { schema } = outer;
    if (outer.isMalformed === true) throw new Undecided(`${outer.pointer} is not a schema`);
    if (schema === true || isUnsatisfiable(inner)) return [];
    if (schema === false) return [mismatch(pair, 'type', 'any value')];
    if (inner.some((one) => isIdentical(one, outer))) return [];
    const listed = listedValues(inner);
    // The keywords beside a `$ref` are compared below, and its target by another call.
    if (listed !== undefined && !ignoresSiblings(outer)) return compareListed(pair, listed);
    const found: Mismatch[] = [];
    for (const { keyword, ref, target } of referencesOf(outer)) {
      if (target === undefined) {
        const detail = `the ${keyword} ${describe(ref)} can't be resolved`;
        found.push(mismatch(pair, 'undecided', detail, { keyword }));
      } else found.push(...this.#alternative({ ...pair, outer: target }));
    }
    if (ignoresSiblings(outer)) {
      return found.length === 0 && hasSiblings(pair) ? [undecidedSiblings(pair)] : found;
    }
    for (const member of schemasIn(outer, 'allOf')) {
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
    if (!isTypeKeyword(type)) {
      const detail = `${describe(type)} is not a type of JSON Schema`;
      return [mismatch(pair, 'undecided', detail, { keyword: 'type' })];
    }
    if (missing.size > 0) {
      const isNull = missing.size === 1 && missing.has('null');
      const detail = describeMissing(missing);
      found.push(mismatch(pair, 'type', detail, { keyword: 'type', isNull }));
      if (missing.size === types.size) return found;
    }
    if (Array.isArray(values) || value !== undefined) {
      const list = Array.isArray(values) ? values : [value];
      const keyword = Array.isArray(values) ? 'enum' : 'const';
      found.push(mismatch(pair, 'enum', `values other than ${describeList(list)}`, { keyword }));
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

const ASSERTIONS: ReadonlySet<string> = new Set(
  (
    'type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength ' +
    'pattern format items additionalItems contains minItems maxItems uniqueItems properties required ' +
    'additionalProperties patternProperties propertyNames minProperties maxProperties dependencies ' +
    'allOf anyOf oneOf not if'
  ).split(' '),
);

/** Whether keywords beside a `$ref`, which draft-07 ignores, say what the inner schema doesn't. */
function hasSiblings({ inner, unexpanded = inner, outer }: Pair): boolean {
  const siblings = Object.keys(outer.schema).filter((keyword) => ASSERTIONS.has(keyword));
  return siblings.length > 0 && !unexpanded.some((one) => sameKeywords(one, outer, siblings));
}

function undecidedSiblings(pair: Pair): Mismatch {
  const detail = 'draft-07 ignores the keywords beside a `$ref`, but some validators apply them';
  return mismatch(pair, 'undecided', detail);
}

function describeMissing(missing: Parameters<typeof describeTypes>[0]): string {
  const types = new Set(missing);
  // The outer schema accepts integers.
  return types.has('fraction') && !types.has('integer') && types.size === 1
    ? 'numbers that are not integers'
    : describeTypes(types);
}

function compareListed(pair: Pair, values: readonly unknown[]): readonly Mismatch[] {
  const { accepted, problem } = acceptsValues(pair.outer, values);
  const rejected = values.filter((_, index) => accepted[index] === false);
  if (rejected.length > 0) {
    const isNull = rejected.length === 1 && rejected[0] === null;
    const detail = describeList(rejected, !accepted.includes(undefined));
    return [mismatch(pair, isNull ? 'type' : 'enum', detail, { isNull })];
  }
  return accepted.every((isAccepted) => isAccepted === true)
    ? []
    : [mismatch(pair, 'undecided', problem)];
}

/** Compares the keywords that must be equal in both schemas. */
function compareConditions(pair: Pair): readonly Mismatch[] {
  const { inner, outer } = pair;
  const conditions: readonly (readonly string[])[] = [['not'], ['if', 'then', 'else']];
  return conditions
    .filter(([first = '']) => keywordsOf(outer)[first] !== undefined)
    .filter((keywords) => !inner.some((one) => sameKeywords(one, outer, keywords)))
    .filter(([first]) => first !== 'not' || !excludes(inner, subschema(outer, 'not')))
    .map(([keyword = '']) => mismatch(pair, 'undecided', `\`${keyword}\` differs`, { keyword }));
}
