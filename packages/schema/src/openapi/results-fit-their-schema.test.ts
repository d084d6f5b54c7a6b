import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { post } from '../../test/http.js';
import { openapi } from './openapi.js';

/** A result schema with values that it accepts. */
interface Case {
  /** Describes the schema, so that a failing test is readable. */
  readonly text: string;
  readonly schema: v.GenericSchema;
  readonly values: readonly unknown[];
}

const leaves: readonly Case[] = [
  { text: 'string', schema: v.string(), values: ['', 'a'] },
  { text: 'short', schema: v.pipe(v.string(), v.maxLength(3)), values: ['', 'abc'] },
  { text: 'number', schema: v.number(), values: [0, -1.5] },
  { text: 'date', schema: v.date(), values: [new Date(0)] },
  { text: 'toDate', schema: v.pipe(v.string(), v.toDate()), values: ['2025-01-01'] },
  { text: 'toString', schema: v.pipe(v.bigint(), v.toString()), values: [5n] },
  {
    text: 'transform',
    schema: v.pipe(
      v.string(),
      v.transform((text) => text.length),
      v.number(),
      v.maxValue(5),
    ),
    values: ['abc'],
  },
  { text: 'undefined', schema: v.undefined(), values: [undefined] },
  { text: 'null', schema: v.null(), values: [null] },
  { text: 'option', schema: v.picklist(['a', 'b']), values: ['a', 'b'] },
];

const wrappers: readonly ((of: Case) => Case)[] = [
  ({ text, schema, values }) => ({
    text: `optional(${text})`,
    schema: v.optional(schema),
    values: [undefined, ...values],
  }),
  ({ text, schema, values }) => ({
    text: `default(${text})`,
    schema: v.optional(schema, values[0] as never),
    values: [undefined, ...values],
  }),
  ({ text, schema, values }) => ({
    text: `undefinedable(${text})`,
    schema: v.undefinedable(schema),
    values: [undefined, ...values],
  }),
  ({ text, schema, values }) => ({
    text: `nullish(${text})`,
    schema: v.nullish(schema),
    values: [undefined, null, ...values],
  }),
  ({ text, schema, values }) => ({
    text: `nullable-default(${text})`,
    schema: v.nullable(schema, values[0] as never),
    values: [null, ...values],
  }),
  ({ text, schema, values }) => ({
    text: `list(${text})`,
    schema: v.array(schema),
    values: [[], [...values]],
  }),
  ({ text, schema, values }) => ({
    text: `record(${text})`,
    schema: v.record(v.string(), schema),
    values: [{}, { a: values[0] }],
  }),
];

const pairs: readonly ((a: Case, b: Case) => Case)[] = [
  (a, b) => ({
    text: `object(${a.text}, ${b.text})`,
    schema: v.strictObject({ a: a.schema, b: b.schema }),
    values: a.values.map((value, index) => ({ a: value, b: b.values[index % b.values.length] })),
  }),
  (a, b) => ({
    text: `tuple(${a.text}, ${b.text})`,
    schema: v.strictTuple([a.schema, b.schema]),
    values: a.values.map((value, index) => [value, b.values[index % b.values.length]]),
  }),
  (a, b) => ({
    text: `union(${a.text}, ${b.text})`,
    schema: v.union([v.object({ a: a.schema }), b.schema]),
    values: [{ a: a.values[0] }, ...b.values],
  }),
];

const anyCase: fc.Arbitrary<Case> = fc.letrec<{ case: Case }>((tie) => ({
  case: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves),
    fc.tuple(fc.constantFrom(...wrappers), tie('case')).map(([wrap, of]) => wrap(of)),
    fc.tuple(fc.constantFrom(...pairs), tie('case'), tie('case')).map(([pair, a, b]) => pair(a, b)),
  ),
})).case;

const anyReadable = anyCase.map((one) => ({ ...one, [fc.toStringMethod]: () => one.text }));

// One for all documents, because each new Ajv compiles the schema of JSON Schema first.
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

test('any result and its example fit the schema of the result in the OpenAPI document', async () => {
  await fc.assert(
    fc.asyncProperty(anyReadable, async ({ text, schema, values }) => {
      const entrypoint = new Entrypoint('/rpc');
      let calls = 0;
      // The schema checks the value, which the compiler can't.
      entrypoint.method('get', { result: schema }, () => values[calls++] as never);
      const api = new Api().bindEntrypoint(entrypoint);
      const { components, paths } = openapi(api);
      const isValid = ajv.compile({ $ref: '#/components/schemas/get.Response', components });
      const content = paths['/rpc/get']?.post.responses['200']?.content?.['application/json'];
      const { example } = content ?? {};
      expect({ text, example, fits: isValid(example) }).toMatchObject({ fits: true });
      for (const value of values) {
        const { json } = await post(api, '/rpc/get', { jsonrpc: '2.0', id: 1 });
        expect(json).toHaveProperty('result');
        const fits = isValid(json);
        expect({ text, value, json, fits, errors: isValid.errors }).toMatchObject({ fits: true });
      }
    }),
    { numRuns: 100 },
  );
});
