import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';
import { createApi } from './bank.ts';

describe('a project without an app', () => {
  const test = jsonRpcTest;

  test('a test without an app', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('withdraw', { amount: 5 });
  });

  test('a test that uses neither the missing app nor a client', ({
    allCapturedJsonRpcErrorResponses,
  }) => {
    expect(allCapturedJsonRpcErrorResponses).toEqual(new Map());
  });
});

describe('a promise of an app', () => {
  const test = jsonRpcTest.extend('app', async () => createApi());

  test('a promise of an app', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 5 })).toBeJsonRpcResult();
  });
});

describe('a value that is not an app', () => {
  // The compiler would reject this.
  const notApp: unknown = { app: createApi() };
  const test = jsonRpcTest.extend('app', () => notApp as ReturnType<typeof createApi>);

  test('a value that is not an app', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('withdraw', { amount: 5 });
  });
});
