import { type Assertion, expect, expectTypeOf, test } from 'vitest';
import { AuthError, ClosedUntil, NotEnoughMoney } from '../../test/bank-api.js';
import '../vitest.js';

const response: unknown = undefined;

test('the data of a class is typed, and may be a matcher', () => {
  expect(response).toBeJsonRpcError(NotEnoughMoney, { balance: 7 });
  expect(response).toBeJsonRpcError(NotEnoughMoney, { balance: expect.any(Number) });
  expect(response).toBeJsonRpcError(6001, { whatever: true });
  expect(response).toBeJsonRpcError(AuthError);
  expect([response]).toEqual([expect.toBeJsonRpcError(NotEnoughMoney, expect.anything())]);
  // @ts-expect-error -- the balance is a number
  expect(response).toBeJsonRpcError(NotEnoughMoney, { balance: '7' });
  // @ts-expect-error -- it has no data
  expect(response).toBeJsonRpcError(AuthError, { balance: 7 });
  // @ts-expect-error -- not a typed error
  expect(response).toBeJsonRpcError(Error);
  // @ts-expect-error -- there is only one value
  expect(response).toBeJsonRpcResult(1, 2);
});

test('results and data are typed as JSON, so that a Date is a string', () => {
  expect(response).toBeJsonRpcError(ClosedUntil, { until: '1970-01-01T00:00:00.001Z' });
  expect(response).toBeJsonRpcError(ClosedUntil, { until: expect.any(String) });
  // @ts-expect-error -- a Date becomes a string
  expect(response).toBeJsonRpcError(ClosedUntil, { until: new Date(1) });
  expect(response).toBeJsonRpcResult({ at: '1970-01-01T00:00:00.000Z' });
  expect(response).toBeJsonRpcResult([{ at: expect.any(String), tree: { of: [null, 5, true] } }]);
  expect(response).toBeJsonRpcResult(expect.objectContaining({ at: expect.any(String) }));
  expect(response).toBeJsonRpcResult(response);
  expect([response]).toEqual([expect.toBeJsonRpcResult({ of: 5 })]);
  interface Tree {
    value: number;
    children: Tree[];
  }
  const tree: Tree = { value: 1, children: [] };
  expect(response).toBeJsonRpcResult(tree);
  // @ts-expect-error -- a Date becomes a string
  expect(response).toBeJsonRpcResult({ at: new Date(0) });
  // @ts-expect-error -- a Date in an array becomes a string
  expect(response).toBeJsonRpcResult([[new Date(0)]]);
});

test('the matchers exist on every kind of assertion', () => {
  expectTypeOf(expect(response).toBeJsonRpcResult()).toEqualTypeOf<void>();
  expectTypeOf(expect(response).not.toBeJsonRpcResult()).toEqualTypeOf<void>();
  expectTypeOf(expect.soft(response).toBeJsonRpcError(1)).toEqualTypeOf<void>();
  type Resolved = Assertion<unknown>['resolves'];
  expectTypeOf<Resolved['toBeJsonRpcResult']>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf<Resolved['not']['toBeJsonRpcResult']>().returns.toEqualTypeOf<Promise<void>>();
  type Polled = ReturnType<typeof expect.poll>;
  expectTypeOf<Polled['toBeJsonRpcResult']>().returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf(expect.not.toBeJsonRpcResult()).toBeAny();
});
