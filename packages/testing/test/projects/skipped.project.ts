import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { dependency } from '@jsonrpc-kit/core';
import { expect } from 'vitest';
import { createApi, getBalance } from './bank.ts';

const api = createApi();
const test = jsonRpcTest.extend('app', () => api).extend('jsonrpcKeepAppOpen', true);

test('one that is skipped half-way', async ({ dependencyOverrides, jsonrpcClient, skip }) => {
  dependencyOverrides.set(
    getBalance,
    dependency({}, () => 5),
  );
  await jsonrpcClient.jsonrpc('withdraw', { amount: 500 });
  skip('On second thoughts');
});

test('the one after it', ({ task: _ }) => {
  expect(api.dependencyOverrides.size).toBe(0);
});
