import type { Api } from '@jsonrpc-kit/core';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';
import { fastifyApp } from '../framework-apps.ts';
import { createApi } from './bank.ts';

describe('an app that is closed after its first test', () => {
  let sharedApp: Api | undefined;
  const test = jsonRpcTest.extend('app', () => (sharedApp ??= createApi()));

  test('the test that closes the app', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 5 })).toBeJsonRpcResult();
  });

  test('the test that finds the app closed', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 5 })).toBeJsonRpcResult();
  });
});

describe('an app that does not start', () => {
  const test = jsonRpcTest.extend('app', () => {
    const app = fastifyApp(createApi());
    app.addHook('onReady', async () => {
      throw new Error('The vault is locked');
    });
    return app;
  });

  test('the app fails in onReady', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('withdraw', { amount: 5 });
  });
});

describe('an app that fails to close', () => {
  const test = jsonRpcTest.extend('app', () => {
    const app = fastifyApp(createApi());
    app.addHook('onClose', async () => {
      throw new Error('The vault is jammed');
    });
    return app;
  });

  test('the app fails in onClose', ({ app }) => {
    expect(app).toBeDefined();
  });
});
