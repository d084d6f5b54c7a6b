import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';
import { createApi, createStrictApi } from './bank.ts';

const test = jsonRpcTest.extend('app', () => createApi());

test('the app of the project', async ({ jsonrpcClient }) => {
  expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 5 })).toBeJsonRpcResult();
});

describe('some tests with their own app', () => {
  test.override('app', () => createStrictApi());

  test('the app of a suite', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('count', { coins: 3 })).toBeJsonRpcResult(3);
  });

  test('an undeclared error of the app of a suite', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('sort');
  });
});

test('the app of the project again', async ({ jsonrpcClient }) => {
  expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 5 })).toBeJsonRpcResult();
});
