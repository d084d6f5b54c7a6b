import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { dependency } from '@jsonrpc-kit/core';
import { expect } from 'vitest';
import { createApi, getBalance } from './bank.ts';

const api = createApi();
const test = jsonRpcTest.extend('app', () => api).extend('jsonrpcKeepAppOpen', true);

test('a test that skips itself after it has begun', async ({
  dependencyOverrides,
  jsonrpcClient,
  skip,
}) => {
  dependencyOverrides.set(
    getBalance,
    dependency({}, () => 5),
  );
  await jsonrpcClient.jsonrpc('withdraw', { amount: 500 });
  skip('the test skips itself');
});

test('the test after the skipped one', ({ task: _ }) => {
  expect(api.dependencyOverrides.size).toBe(0);
});
