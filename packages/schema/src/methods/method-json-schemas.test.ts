import { defineMethod, Entrypoint, header, params } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { componentName } from '../index.js';
import { methodJsonSchemas } from '../internal.js';

function schemasOf(...methods: readonly Parameters<Entrypoint['addMethods']>[0][]) {
  const v1 = new Entrypoint('/rpc');
  for (const method of methods) v1.addMethods(method);
  return methodJsonSchemas(v1, () => true);
}

test('describes the JSON-RPC parameters by name, without headers', () => {
  const method = defineMethod(
    'pay',
    { args: { amount: v.number(), note: v.optional(v.string()), tenant: header(v.string()) } },
    () => 1,
  );
  const [schemas] = schemasOf([method]);
  expect(schemas?.params).toEqual({
    type: 'object',
    properties: { amount: { type: 'number' }, note: { type: 'string' } },
    required: ['amount'],
  });
  expect(schemas?.result).toBeUndefined();
});

test('puts named schemas under $defs', () => {
  const Money = componentName('Money', v.object({ cents: v.number() }));
  const method = defineMethod(
    'pay',
    { args: { all: params(Money) }, result: v.array(Money) },
    () => [],
  );
  const [schemas] = schemasOf([method]);
  expect(schemas?.params).toMatchObject({
    type: 'object',
    $ref: '#/$defs/Money',
    $defs: { Money: {} },
  });
  expect(schemas?.result).toMatchObject({ type: 'array', items: { $ref: '#/$defs/Money' } });
});

test('converts only the methods that the function selects', () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('yes', {}, () => 1);
  v1.method('no', { args: { n: v.bigint() } }, () => 1);
  const found = methodJsonSchemas(v1, ({ name }) => name === 'yes');
  expect(found.map(({ description }) => description.name)).toEqual(['yes']);
});
