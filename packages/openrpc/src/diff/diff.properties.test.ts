import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySchema, type AnySchema, definitions } from '../../test/random-schemas.js';
import { diff } from './diff.js';

type Descriptor = {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: AnySchema;
};

const documentOf = (params: readonly Descriptor[], result: AnySchema): object => ({
  openrpc: '1.3.2',
  definitions,
  methods: [
    { name: 'm', paramStructure: 'by-name', params, result: { name: 'result', schema: result } },
  ],
});

const anyParams: fc.Arbitrary<readonly Descriptor[]> = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('x', 'y', 'z'), required: fc.boolean(), schema: anySchema }),
  { selector: ({ name }) => name },
);

describe('the diff of any document', () => {
  test('is empty for a copy', () => {
    fc.assert(
      fc.property(anyParams, anySchema, (params, result) => {
        const document = documentOf(params, result);
        expect(diff(document, structuredClone(document))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('has one compatible change after an optional param was added', () => {
    fc.assert(
      fc.property(anyParams, anySchema, anySchema, (params, result, schema) => {
        const added = [...params, { name: 'added', schema }];
        const changes = diff(documentOf(params, result), documentOf(added, result));
        expect(changes.map(({ rule }) => rule)).toEqual(['param-added-optional']);
      }),
      { numRuns: 200 },
    );
  });
});
