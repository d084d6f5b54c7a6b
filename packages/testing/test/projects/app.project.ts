import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';
import { createApi } from './bank.ts';

describe('no app', () => {
  const test = jsonRpcTest;

  test('no app', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('withdraw', { amount: 5 });
  });

  test('no app, but no client either', ({ allCapturedJsonRpcErrorResponses }) => {
    expect(allCapturedJsonRpcErrorResponses).toEqual(new Map());
  });
});

describe('a promise', () => {
  const test = jsonRpcTest.extend('app', async () => createApi());

  test('a promise of an app', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 5 })).toBeJsonRpcResult();
  });
});

describe('no app either', () => {
  // The compiler would reject this.
  const notApp: unknown = { app: createApi() };
  const test = jsonRpcTest.extend('app', () => notApp as ReturnType<typeof createApi>);

  test('a value that is not an app', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('withdraw', { amount: 5 });
  });
});
