import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  explain,
  type Explanation,
  loadOracle,
  oracleVerdict,
  verdictOf,
} from '../../../test/oracle.js';
import { pairs } from '../../../test/contract-pairs.js';
import { type AnySchema, inDraft2020, schemaPair } from '../../../test/random-schemas.js';

/** Each run has other pairs; `ORACLE_PAIRS=1500 npx vitest run --mode slow` tries more of them. */
const RUNS = Number(process.env['ORACLE_PAIRS'] ?? 400);
/** `ORACLE_SEED=… npx vitest run --mode slow` repeats a run. */
const seed = Number(process.env['ORACLE_SEED'] ?? Date.now() % 2 ** 31);

beforeAll(loadOracle);

test(`explains each disagreement with jsoncompat about ${RUNS} random pairs`, () => {
  const counts: Partial<Record<Explanation | 'agreed', number>> = {};
  const wrong: object[] = [];
  // Both comparisons read recursive schemas, but only this one keeps them in `definitions`.
  const comparable = schemaPair.filter((pair) => {
    const text = JSON.stringify(pair);
    // jsoncompat rejects multiples of fractions.
    return !text.includes('$ref') && !/"multipleOf":\d+\.\d/.test(text);
  });
  for (const pair of fc.sample(comparable, { numRuns: RUNS, seed })) {
    const [inner = true, outer = true] = pair.map(inDraft2020);
    const verdict = verdictOf(inner, outer, 'draft-2020-12');
    const isAgreed = verdict === oracleVerdict(inner, outer);
    const key = isAgreed ? 'agreed' : explain(inner, outer, verdict);
    counts[key] = (counts[key] ?? 0) + 1;
    if (key === 'this package is wrong') wrong.push({ inner, outer });
  }
  console.log(`jsoncompat: ${JSON.stringify(counts)}, seed ${seed}`);
  expect(wrong).toEqual([]);
  expect(counts.agreed).toBeGreaterThan(RUNS / 2);
  // A false alarm costs the reader more than it should.
  expect(counts['this package is stricter'] ?? 0).toBeLessThan(RUNS / 20);
}, 600_000);

test('explains each disagreement with jsoncompat about the corpus of pairs', () => {
  const compared = corpus();
  const explanations = compared.flatMap(([inner, outer]) => {
    const verdict = verdictOf(inner, outer);
    return verdict === oracleVerdict(inner, outer) ? [] : [explain(inner, outer, verdict)];
  });
  const counts: Partial<Record<Explanation, number>> = {};
  for (const one of explanations) counts[one] = (counts[one] ?? 0) + 1;
  expect(counts).toEqual({
    format: 1,
    'jsoncompat is stricter': 1,
    'undeclared members': 6,
    undecided: 7,
  });
  expect(compared.length).toBeGreaterThan(100);
});

interface Method {
  readonly params: readonly { readonly schema?: AnySchema }[];
  readonly result?: { readonly schema: AnySchema };
}

interface Document {
  readonly methods: readonly Method[];
  readonly components?: unknown;
}

/** Returns the schemas of the corpus: what is sent, and what the other side expects. */
function corpus(): readonly (readonly [sent: AnySchema, expected: AnySchema])[] {
  const documents = Object.values(pairs).flatMap(({ reported, notReported }) => [
    ...reported,
    ...notReported,
  ]) as readonly (readonly [Document, Document])[];
  return documents.flatMap(([old, next]) => {
    const [[oldMethod], [newMethod]] = [old.methods, next.methods];
    if (oldMethod === undefined || newMethod === undefined) return [];
    const [oldParams, newParams] = [oldMethod, newMethod].map(({ params }) => params);
    const hasOneParam = oldParams?.length === 1 && newParams?.length === 1;
    return [
      ...(hasOneParam ? corpusPair([oldParams[0], old], [newParams[0], next]) : []),
      ...corpusPair([newMethod.result, next], [oldMethod.result, old]),
    ];
  });
}

type Described = readonly [{ readonly schema?: AnySchema } | undefined, Document];

function corpusPair(...sides: readonly [Described, Described]): [AnySchema, AnySchema][] {
  const [sent, expected] = sides.map(([described, { components }]) => {
    const schema = described?.schema;
    const hasComponents = components !== undefined && typeof schema === 'object';
    return hasComponents ? { ...schema, components } : schema;
  });
  if (sent === undefined || expected === undefined) return [];
  // jsoncompat rejects a reference to another document, and a fraction as multipleOf.
  const texts = [sent, expected].map((schema) => JSON.stringify(schema));
  const isRejected = (text: string): boolean => /https:|"multipleOf":(?!\d+[,}])/.test(text);
  return texts[0] === texts[1] || texts.some(isRejected) ? [] : [[sent, expected]];
}
