import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anySchema,
  type AnySchema,
  definitions,
  schemaPair,
  valuesFor,
} from '../../../test/random-schemas.js';
import { containmentMismatches } from './containment.js';
import { SchemaDocument } from '../../document/schema-document.js';
import { breaking, type Mismatch } from './mismatch.js';

const RUNS = 100;

function compare(inner: AnySchema, outer: AnySchema): readonly Mismatch[] {
  const [one, other] = [inner, outer].map((schema) =>
    new SchemaDocument({ schema, definitions }).schemaAt('/schema'),
  );
  if (one === undefined || other === undefined) throw new Error('two schemas are needed');
  return breaking(containmentMismatches(one, other));
}

function validatorOf(schema: AnySchema): (value: unknown) => boolean {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  return ajv.compile({ allOf: [schema], definitions });
}

test('accepts every value of the inner schema in the outer one where no mismatch is reported', () => {
  let contained = 0;
  let checked = 0;
  fc.assert(
    fc.property(schemaPair, fc.infiniteStream(fc.nat()), ([inner, outer], seeds) => {
      if (compare(inner, outer).length > 0) return;
      contained++;
      const [fitsInner, fitsOuter] = [validatorOf(inner), validatorOf(outer)];
      const [seed = 0] = seeds.take(1);
      for (const value of fc.sample(valuesFor(inner), { numRuns: 20, seed })) {
        if (!fitsInner(value)) continue;
        checked++;
        expect({ value, fits: fitsOuter(value) }).toEqual({ value, fits: true });
      }
    }),
    { numRuns: RUNS },
  );
  // Otherwise the property would hold for a comparison that never finds anything contained.
  expect(contained).toBeGreaterThan(RUNS / 20);
  expect(checked).toBeGreaterThan(RUNS);
});

test('finds every schema contained in itself', () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      expect(compare(schema, structuredClone(schema))).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
