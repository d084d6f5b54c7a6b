import { dependency } from '@jsonrpc-kit/core';
import { jsonRpcTest, type TestableApp } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';
import { createApi, getBalance } from './bank.ts';

const api = createApi();
const test = jsonRpcTest.extend('app', (): TestableApp => api).extend('jsonrpcKeepAppOpen', true);
const poor = dependency({}, () => 5);

describe.concurrent('tests at the same time, on one app', () => {
  let replaced: () => void;
  const isReplaced = new Promise<void>((resolve) => (replaced = resolve));
  let tried: () => void;
  const isTried = new Promise<void>((resolve) => (tried = resolve));

  test('one that replaces', async ({ dependencyOverrides, jsonrpcClient }) => {
    dependencyOverrides.set(getBalance, poor);
    replaced();
    await isTried;
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 1 })).toBeJsonRpcResult({
      balance: 4,
    });
  });

  test('one that replaces the same', async ({ dependencyOverrides }) => {
    await isReplaced;
    try {
      dependencyOverrides.set(getBalance, poor);
    } finally {
      tried();
    }
  });
});

describe('an app of fetch', () => {
  test.override('app', () => ({ fetch: () => new Response() }));

  test('an app that hides its api', ({ dependencyOverrides }) => {
    dependencyOverrides.set(getBalance, poor);
  });
});
