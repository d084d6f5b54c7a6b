import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
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
      { numRuns: 500 },
    );
  });

  test('has one compatible change after an optional param was added', () => {
    fc.assert(
      fc.property(anyParams, anySchema, anySchema, (params, result, schema) => {
        const added = [...params, { name: 'added', schema }];
        const changes = diff(documentOf(params, result), documentOf(added, result));
        expect(changes.map(({ rule }) => rule)).toEqual(['param-added-optional']);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the diff of Ethereum's API with the additions of MetaMask", () => {
  type Method = { readonly name: string; readonly params: readonly object[] };
  let api: { readonly methods: readonly Method[] };

  beforeAll(async () => {
    const path = new URL('build/openrpc.json', import.meta.resolve('@metamask/api-specs'));
    api = JSON.parse(await readFile(path, 'utf8')) as typeof api;
  });

  test('is empty for a copy', () => {
    expect(api.methods.length).toBeGreaterThan(50);
    expect(diff(api, structuredClone(api))).toEqual([]);
  });

  test('names each method that is removed', () => {
    for (const { name } of api.methods) {
      const rest = { ...api, methods: api.methods.filter((method) => method.name !== name) };
      const [change, ...others] = diff(api, rest);
      expect([change?.method, others]).toEqual([name, []]);
      expect(change?.rule).toMatch(/^(?:deprecated-)?method-removed$/);
    }
  });
});
