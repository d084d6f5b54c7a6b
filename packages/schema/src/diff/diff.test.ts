import { expect, test } from 'vitest';
import { diff } from './diff.js';

const withdraw = {
  name: 'withdraw',
  paramStructure: 'by-name',
  params: [{ name: 'amount', required: true, schema: { type: 'integer', minimum: 1 } }],
  result: {
    name: 'result',
    schema: { type: 'object', properties: { balance: { type: 'number' } } },
  },
};

const documentOf = (...methods: readonly object[]): object => ({ openrpc: '1.3.2', methods });

test('reports the rule, the place and the consequence of each change', () => {
  const [amount] = withdraw.params;
  const schema = { type: 'integer', minimum: 1, maximum: 500 };
  const limited = { ...withdraw, params: [{ ...amount, schema }] };
  expect(diff(documentOf(withdraw), documentOf({ ...withdraw, name: 'first' }, limited))).toEqual([
    {
      rule: 'param-constraint-narrowed',
      severity: 'wire',
      method: 'withdraw',
      oldPointer: '/methods/0/params/0/schema',
      newPointer: '/methods/1/params/0/schema',
      message:
        'The param "amount": the new schema rejects numbers above 500. ' +
        'Clients that send a value outside the limits get InvalidParams',
    },
    expect.objectContaining({ rule: 'method-added', method: 'first', newPointer: '/methods/0' }),
  ]);
});

test('rejects a document without a list of methods, and says whether it is the old or the new one', () => {
  expect(() => diff(documentOf(), { openapi: '3.1.0' })).toThrow(
    'The new document is not an OpenRPC document: it has no list "methods"',
  );
});
