import { type Assertion, expect, expectTypeOf, test } from 'vitest';
import { AuthError, ClosedUntil, NotEnoughMoney } from '../../test/bank-api.js';
import '../vitest.js';

const answer: unknown = undefined;

test('the data of a class has its type; matchers have any', () => {
  expect(answer).toBeJsonRpcError(NotEnoughMoney, { balance: 7 });
  expect(answer).toBeJsonRpcError(NotEnoughMoney, { balance: expect.any(Number) });
  expect(answer).toBeJsonRpcError(6001, { whatever: true });
  expect(answer).toBeJsonRpcError(AuthError);
  expect([answer]).toEqual([expect.toBeJsonRpcError(NotEnoughMoney, expect.anything())]);
  // @ts-expect-error -- the balance is a number
  expect(answer).toBeJsonRpcError(NotEnoughMoney, { balance: '7' });
  // @ts-expect-error -- it has no data
  expect(answer).toBeJsonRpcError(AuthError, { balance: 7 });
  // @ts-expect-error -- no typed error
  expect(answer).toBeJsonRpcError(Error);
  // @ts-expect-error -- one value
  expect(answer).toBeJsonRpcResult(1, 2);
});

test('results and data are as they arrive: of a Date, a string', () => {
  expect(answer).toBeJsonRpcError(ClosedUntil, { until: '1970-01-01T00:00:00.001Z' });
  expect(answer).toBeJsonRpcError(ClosedUntil, { until: expect.any(String) });
  // @ts-expect-error -- no Date arrives
  expect(answer).toBeJsonRpcError(ClosedUntil, { until: new Date(1) });
  expect(answer).toBeJsonRpcResult({ at: '1970-01-01T00:00:00.000Z' });
  expect(answer).toBeJsonRpcResult([{ at: expect.any(String), tree: { of: [null, 5, true] } }]);
  expect(answer).toBeJsonRpcResult(expect.objectContaining({ at: expect.any(String) }));
  expect(answer).toBeJsonRpcResult(answer);
  expect([answer]).toEqual([expect.toBeJsonRpcResult({ of: 5 })]);
  interface Tree {
    value: number;
    children: Tree[];
  }
  const tree: Tree = { value: 1, children: [] };
  expect(answer).toBeJsonRpcResult(tree);
  // @ts-expect-error -- no Date arrives
  expect(answer).toBeJsonRpcResult({ at: new Date(0) });
  // @ts-expect-error -- nor in an array
  expect(answer).toBeJsonRpcResult([[new Date(0)]]);
});

test('they stand behind every word that an expectation may begin with', () => {
  expectTypeOf(expect(answer).toBeJsonRpcResult()).toEqualTypeOf<void>();
  expectTypeOf(expect(answer).not.toBeJsonRpcResult()).toEqualTypeOf<void>();
  expectTypeOf(expect.soft(answer).toBeJsonRpcError(1)).toEqualTypeOf<void>();
  type Resolved = Assertion<unknown>['resolves'];
  expectTypeOf<Resolved['toBeJsonRpcResult']>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<Resolved['not']['toBeJsonRpcResult']>().returns.toEqualTypeOf<Promise<void>>();
  type Polled = ReturnType<typeof expect.poll>;
  expectTypeOf<Polled['toBeJsonRpcResult']>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf(expect.not.toBeJsonRpcResult()).toBeAny();
});
