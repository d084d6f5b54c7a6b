import { dependency } from '@jsonrpc-kit/core';
import { jsonRpcTest, type TestableApp } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';
import { createApi, getBalance } from './bank.ts';

const api = createApi();
const test = jsonRpcTest.extend('app', (): TestableApp => api).extend('jsonrpcKeepAppOpen', true);
const poor = dependency({}, () => 5);

describe.concurrent('concurrent tests of one app', () => {
  let replaced: () => void;
  const isReplaced = new Promise<void>((resolve) => (replaced = resolve));
  let tried: () => void;
  const isTried = new Promise<void>((resolve) => (tried = resolve));

  test('a test that replaces a dependency', async ({ dependencyOverrides, jsonrpcClient }) => {
    dependencyOverrides.set(getBalance, poor);
    replaced();
    await isTried;
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 1 })).toBeJsonRpcResult({
      balance: 4,
    });
  });

  test('a test that replaces the same dependency', async ({ dependencyOverrides }) => {
    await isReplaced;
    try {
      dependencyOverrides.set(getBalance, poor);
    } finally {
      tried();
    }
  });
});

describe('an app with an unknown api', () => {
  test.override('app', () => ({ fetch: () => new Response() }));

  test('a test that replaces a dependency of an app with an unknown api', ({
    dependencyOverrides,
  }) => {
    dependencyOverrides.set(getBalance, poor);
  });
});
