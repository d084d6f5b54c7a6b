import type { Api } from '@jsonrpc-kit/core';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { expect } from 'vitest';
import { createApi } from './bank.ts';

let sharedApp: Api | undefined;
const apis = new Set<Api>();

/** One app for all tests, because it takes a long time to start. */
const test = jsonRpcTest
  .extend('app', () => (sharedApp ??= createApi()))
  .extend('jsonrpcKeepAppOpen', true);

test('the first test with a shared app', async ({ app, jsonrpcClient }) => {
  apis.add(app);
  await jsonrpcClient.jsonrpc('close');
});

test('the second test with a shared app', async ({
  app,
  jsonrpcClient,
  allCapturedJsonRpcErrorResponses,
}) => {
  apis.add(app);
  expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 5 })).toBeJsonRpcResult({ balance: 95 });
  expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
});

test('the third test with a shared app', async ({ app, jsonrpcClient }) => {
  apis.add(app);
  await jsonrpcClient.jsonrpc('withdraw', { amount: 500 });
  expect(apis.size).toBe(1);
});
