import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AnySchema,
  definitions,
  inDraft2020,
  schemaPair,
  valuesFor,
} from '../../test/random-schemas.js';
import type { SchemaDialect } from '../document/json-schema.js';
import { diff } from './diff.js';

/**
 * Values for each direction, half of them in each dialect. Each run has other ones;
 * `SOUNDNESS_VALUES=100000 npx vitest run --mode slow` tries more of them.
 */
const VALUES = Number(process.env['SOUNDNESS_VALUES'] ?? 20_000);
const VALUES_PER_PAIR = 200;
/** `SOUNDNESS_SEED=… npx vitest run --mode slow` repeats a run. */
const seed = Number(process.env['SOUNDNESS_SEED'] ?? Date.now() % 2 ** 31);

interface Direction {
  readonly name: string;
  /** Returns a document in which clients, or the server, send values of this schema. */
  readonly documentOf: (schema: AnySchema) => object;
  /** Whether what fits the old document has to fit the new one, or the other way round. */
  readonly sender: 'new' | 'old';
}

const directions: readonly Direction[] = [
  {
    name: 'the old params fit the new ones',
    documentOf: (schema) => ({ params: [{ name: 'value', required: true, schema }] }),
    sender: 'old',
  },
  {
    name: 'the new results fit the old ones',
    documentOf: (schema) => ({ params: [], result: { name: 'value', schema } }),
    sender: 'new',
  },
  {
    name: 'the new events fit the old ones',
    documentOf: (schema) => ({
      params: [{ name: 'value', required: true, schema }],
      'x-implemented-by': ['client'],
    }),
    sender: 'new',
  },
];

const dialects: readonly SchemaDialect[] = ['draft-07', 'draft-2020-12'];

function validatorOf(schema: AnySchema, dialect: SchemaDialect): (value: unknown) => boolean {
  const options = { strict: false, validateFormats: false };
  const ajv = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
  return ajv.compile({ allOf: [schema], definitions });
}

interface Counts {
  pairs: number;
  compatible: number;
  values: number;
}

interface Checked extends Counts {
  /** A value that one side sends and the other rejects. */
  readonly rejected: readonly unknown[];
}

/** Checks all values of one pair of schemas of which the diff says that it breaks no client. */
function checkPair(
  { documentOf, sender }: Direction,
  dialect: SchemaDialect,
  [sent, accepted]: readonly [AnySchema, AnySchema],
): Checked {
  const none = { pairs: 1, compatible: 0, values: 0, rejected: [] };
  const [sending, accepting] = [sent, accepted].map((schema) => ({
    openrpc: '1.3.2',
    definitions,
    methods: [{ name: 'm', paramStructure: 'by-name', ...documentOf(schema) }],
  }));
  if (sending === undefined || accepting === undefined) return none;
  const changes =
    sender === 'old'
      ? diff(sending, accepting, { dialect })
      : diff(accepting, sending, { dialect });
  // A copy shows nothing.
  if (isDeepStrictEqual(sent, accepted)) return none;
  const breaks = changes.some(({ severity }) => severity === 'wire' || severity === 'unknown');
  if (breaks) return none;
  const [isSent, isAccepted] = [validatorOf(sent, dialect), validatorOf(accepted, dialect)];
  const values = fc.sample(valuesFor(sent), { numRuns: VALUES_PER_PAIR, seed }).filter(isSent);
  const rejected = values.filter((value) => !isAccepted(value));
  return { pairs: 1, compatible: 1, values: values.length, rejected };
}

test.each(directions)(
  `if the diff finds no breaking change, ${VALUES} random values show that $name`,
  (direction) => {
    for (const dialect of dialects) {
      const total: Counts = { pairs: 0, compatible: 0, values: 0 };
      for (let round = 0; total.values < VALUES / dialects.length; round++) {
        fc.assert(
          fc.property(schemaPair, (pair) => {
            const schemas = pair.map((one) => (dialect === 'draft-07' ? one : inDraft2020(one)));
            const [sent = true, accepted = true] = schemas;
            const found = checkPair(direction, dialect, [sent, accepted]);
            expect(found.rejected).toEqual([]);
            for (const key of ['pairs', 'compatible', 'values'] as const) total[key] += found[key];
          }),
          { numRuns: 200, seed: seed + round },
        );
      }
      const { pairs, compatible, values } = total;
      console.log(
        `${direction.name}, ${dialect}: ${values} values of ${compatible} compatible pairs among ` +
          `${pairs} fit, seed ${seed}`,
      );
    }
  },
  600_000,
);
